import type { AnswerHeaders } from "../../http/response/answer-headers.ts";
import { PreparedAnswer } from "../../http/response/prepared-answer.ts";
import { Derivation } from "../../snapshots/derivation.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { CheckAnswer } from "./check-answer.ts";
import { type FeatureShape, listJson, shapeIndex } from "./feature-json.ts";

/** The prepared actor check of all features of a snapshot. */
export const checkAnswers = new Derivation((snapshot) => new CheckAnswer(snapshot.toggles));

/**
 * Returns the prepared answer of GET /features in each shape; its headers depend on the revision.
 */
export function preparedLists(headersOf: (revision: number) => AnswerHeaders) {
  const byShape: Derivation<PreparedAnswer>[] = [];
  return (snapshot: Snapshot, shape: FeatureShape): PreparedAnswer => {
    const index = shapeIndex(shape);
    byShape[index] ??= new Derivation(
      ({ toggles }) => new PreparedAnswer(listJson(toggles, shape), headersOf),
    );
    return byShape[index].of(snapshot);
  };
}
