import { appTexts } from "./app-texts.ts";
import { auditsTexts } from "./audits-texts.ts";
import { compareTexts } from "./compare-texts.ts";
import { environmentsTexts } from "./environments-texts.ts";
import { evaluationsTexts } from "./evaluations-texts.ts";
import { expressionsTexts } from "./expressions-texts.ts";
import { featuresTexts } from "./features-texts.ts";
import { gatesTexts } from "./gates-texts.ts";
import { migrateTexts } from "./migrate-texts.ts";
import { questionsTexts } from "./questions-texts.ts";
import { sessionTexts } from "./session-texts.ts";
import { settingsTexts } from "./settings-texts.ts";
import { sharedTexts } from "./shared-texts.ts";
import { telemetryTexts } from "./telemetry-texts.ts";
import { tokensTexts } from "./tokens-texts.ts";

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
  ...appTexts,
  ...telemetryTexts,
  ...tokensTexts,
};
