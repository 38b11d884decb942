import type { AnswerOf } from "../api/call.ts";

export type ShownRollout = AnswerOf<"GET /rollouts/:rollout">["rollout"];
export type SeenByGuard = AnswerOf<"GET /rollouts/:rollout/guards">["guards"][number];
