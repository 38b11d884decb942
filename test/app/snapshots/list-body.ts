import type { FeatureShape } from "../../../src/api/flipper/answers/feature-json.ts";
import { listAnswers } from "../../../src/api/flipper/answers/snapshot-answers.ts";
import type { Snapshot } from "../../../src/app/snapshots/snapshot.ts";
import type { AnswerBody } from "../../../src/http/response/answer-body.ts";
import { PreparedAnswer } from "../../../src/http/response/prepared-answer.ts";

const answerOf = listAnswers(() => ({}));

/** The body of GET /features that is cached with the snapshot, whose list is short. */
export function listBody(snapshot: Snapshot, shape: FeatureShape): AnswerBody {
  const answer = answerOf(snapshot, shape);
  if (!(answer instanceof PreparedAnswer)) {
    throw new Error("the list is a long one, which has no body yet");
  }
  return answer.body;
}
