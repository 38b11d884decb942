import { appTexts } from "./app-texts.ts";
import { draftsTexts } from "./drafts-texts.ts";
import { environmentsTexts } from "./environments-texts.ts";
import { expressionsTexts } from "./expressions-texts.ts";
import { featuresTexts } from "./features-texts.ts";
import { firstRunTexts } from "./first-run-texts.ts";
import { gateSummaryTexts } from "./gate-summary-texts.ts";
import { paletteTexts } from "./palette-texts.ts";
import { questionsTexts } from "./questions-texts.ts";
import { sessionTexts } from "./session-texts.ts";
import { sharedTexts } from "./shared-texts.ts";
import { undoTexts } from "./undo-texts.ts";

/**
 * The texts that the first page needs. Pages that load later import the file of their own texts. To
 * translate the UI, translate the files of `texts/`. `{name}` is replaced by a value; an object with
 * `one` and `other` has a form for each number.
 */
export const texts = {
  ...draftsTexts,
  ...environmentsTexts,
  ...expressionsTexts,
  ...featuresTexts,
  ...firstRunTexts,
  ...gateSummaryTexts,
  ...paletteTexts,
  ...questionsTexts,
  ...sessionTexts,
  ...sharedTexts,
  ...undoTexts,
  ...appTexts,
};
