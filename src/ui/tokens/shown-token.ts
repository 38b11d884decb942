import type { AnswerOf } from "../api/call.ts";

/** A new token with its value, which the server shows once. */
export type ShownToken = AnswerOf<"POST /environments/:environment/tokens">;
