import type { AnswerOf } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";

const route = "GET /environments/:environment/policy";

/** The personal tokens that rules name; for admins also those that rules may name. */
export function usePersonalTokens(environment: number): AnswerOf<typeof route>["personalTokens"] {
  return useAnswer(route, { params: { environment } }).data?.personalTokens ?? [];
}
