import type { AnswerHeaders } from "../../http/response/answer-headers.ts";
import { LargeAnswer } from "../../http/response/large-answer.ts";
import { PreparedAnswer } from "../../http/response/prepared-answer.ts";
import { streamedAnswer } from "../../http/response/streamed-answer.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { SnapshotMemo } from "../../snapshots/snapshot-memo.ts";
import type { Toggle } from "../../toggles/toggle.ts";
import { CheckAnswer } from "./check-answer.ts";
import { type FeatureShape, listParts, shapeIndex, shortListJson } from "./feature-json.ts";

/** The prepared actor check of all features of a snapshot. */
export const checkAnswers = new SnapshotMemo((snapshot) => new CheckAnswer(snapshot));

type HeadersOf = (revision: number) => AnswerHeaders;

/**
 * Returns a function that gives the answer of GET /features for all features in each shape; it is
 * kept with the snapshot, and its headers depend on the revision.
 */
export function listAnswers(headersOf: HeadersOf) {
  const byShape: SnapshotMemo<PreparedAnswer | LargeAnswer>[] = [];
  return (snapshot: Snapshot, shape: FeatureShape): PreparedAnswer | LargeAnswer => {
    const index = shapeIndex(shape);
    byShape[index] ??= new SnapshotMemo((all) => {
      const text = shortListJson(all.eachToggle(), shape);
      return text === null
        ? new LargeAnswer({
            parts: () => listParts(all.eachToggle(), shape),
            headersOf,
            onResized: () => all.reportResized(),
          })
        : new PreparedAnswer(text, headersOf);
    });
    return byShape[index].of(snapshot);
  };
}

/** Answers GET /features for some features; nothing of it is kept. */
export function answerSome(
  request: Request,
  toggles: readonly Toggle[],
  shape: FeatureShape,
  headers: AnswerHeaders,
): Response | Promise<Response> {
  const text = shortListJson(toggles, shape);
  return text === null
    ? streamedAnswer(request, () => listParts(toggles, shape), headers)
    : new PreparedAnswer(text, () => headers).respond(request, 0);
}
