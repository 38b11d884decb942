import type { AnswerHeaders } from "../../http/response/answer-headers.ts";
import { PreparedAnswer } from "../../http/response/prepared-answer.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { SnapshotMemo } from "../../snapshots/snapshot-memo.ts";
import { CheckAnswer } from "./check-answer.ts";
import { type FeatureShape, listJson, shapeIndex } from "./feature-json.ts";

/** The prepared actor check of all features of a snapshot. */
export const checkAnswers = new SnapshotMemo((snapshot) => new CheckAnswer(snapshot.toggles));

/**
 * Returns the prepared answer of GET /features in each shape; its headers depend on the revision.
 */
export function preparedLists(headersOf: (revision: number) => AnswerHeaders) {
  const byShape: SnapshotMemo<PreparedAnswer>[] = [];
  return (snapshot: Snapshot, shape: FeatureShape): PreparedAnswer => {
    const index = shapeIndex(shape);
    byShape[index] ??= new SnapshotMemo(
      ({ toggles }) => new PreparedAnswer(listJson(toggles, shape), headersOf),
    );
    return byShape[index].of(snapshot);
  };
}
