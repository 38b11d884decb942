import { auditsTexts } from "./texts/audits-texts.ts";
import { compareTexts } from "./texts/compare-texts.ts";
import { environmentsTexts } from "./texts/environments-texts.ts";
import { evaluationsTexts } from "./texts/evaluations-texts.ts";
import { expressionsTexts } from "./texts/expressions-texts.ts";
import { featuresTexts } from "./texts/features-texts.ts";
import { gatesTexts } from "./texts/gates-texts.ts";
import { migrateTexts } from "./texts/migrate-texts.ts";
import { questionsTexts } from "./texts/questions-texts.ts";
import { sessionTexts } from "./texts/session-texts.ts";
import { settingsTexts } from "./texts/settings-texts.ts";
import { sharedTexts } from "./texts/shared-texts.ts";
import { shellTexts } from "./texts/shell-texts.ts";
import { telemetryTexts } from "./texts/telemetry-texts.ts";
import { tokensTexts } from "./texts/tokens-texts.ts";

/**
 * Every text of the UI, by page: to translate it, translate the files of `texts/`. `{name}` is
 * replaced by a value; an object with `one` and `other` has a form for each number.
 */
export const texts = {
  ...auditsTexts,
  ...compareTexts,
  ...environmentsTexts,
  ...evaluationsTexts,
  ...expressionsTexts,
  ...featuresTexts,
  ...gatesTexts,
  ...migrateTexts,
  ...questionsTexts,
  ...sessionTexts,
  ...settingsTexts,
  ...sharedTexts,
  ...shellTexts,
  ...telemetryTexts,
  ...tokensTexts,
};
