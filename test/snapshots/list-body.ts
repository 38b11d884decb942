import type { FeatureShape } from "../../src/flipper-api/answers/feature-json.ts";
import { listAnswers } from "../../src/flipper-api/answers/snapshot-answers.ts";
import type { AnswerBody } from "../../src/http/response/answer-body.ts";
import { PreparedAnswer } from "../../src/http/response/prepared-answer.ts";
import type { Snapshot } from "../../src/snapshots/snapshot.ts";

const answerOf = listAnswers(() => ({}));

/** The body of GET /features that is cached with the snapshot, whose list is short. */
export function listBody(snapshot: Snapshot, shape: FeatureShape): AnswerBody {
  const answer = answerOf(snapshot, shape);
  if (!(answer instanceof PreparedAnswer)) {
    throw new Error("the list is a long one, which has no body yet");
  }
  return answer.body;
}
