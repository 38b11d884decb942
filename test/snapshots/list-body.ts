import type { FeatureShape } from "../../src/flipper-api/answers/feature-json.ts";
import { preparedLists } from "../../src/flipper-api/answers/snapshot-answers.ts";
import type { AnswerBody } from "../../src/http/response/answer-body.ts";
import type { Snapshot } from "../../src/snapshots/snapshot.ts";

const lists = preparedLists(() => ({}));

/** The body of GET /features that is cached with the snapshot. */
export function listBody(snapshot: Snapshot, shape: FeatureShape): AnswerBody {
  return lists(snapshot, shape).body;
}
