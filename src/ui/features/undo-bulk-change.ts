import { type AnswerOf, call } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showDone } from "../api/toast-manager.ts";
import { undoStep } from "../api/undo-last.ts";
import { bulkTexts } from "../texts/bulk-texts.ts";
import { plural } from "../texts/fill.ts";

type BulkAnswer = AnswerOf<"POST /environments/:environment/bulk">;

/** Whether anything can be undone. */
export function canUndo({ audit, before }: BulkAnswer): boolean {
  return audit !== null || before.length > 0;
}

/** Undoes a change of many features, as one step. */
export async function undoBulkChange(answer: BulkAnswer): Promise<void> {
  const { environmentId, audit } = answer;
  if (audit === null) {
    await restore(answer);
  } else {
    await undoStep({ environment: environmentId, audit, isWhole: true });
  }
}

/** Descriptions have no audits, so their earlier values are written again. */
async function restore({ environmentId, before }: BulkAnswer): Promise<void> {
  const answer = await call("POST /environments/:environment/bulk", {
    params: { environment: environmentId },
    body: { keys: before.map(({ key }) => key), change: { describe: before } },
  });
  showDone(plural(bulkTexts.bulk.undone, answer.changed));
  await refresh(answer);
}
