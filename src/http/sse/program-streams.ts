import { GatehouseError } from "../../core/errors.ts";
import { apiHeaders } from "../response/answer-headers.ts";
import { streamHeaders } from "./stream-form.ts";

/** So that refused clients do not reconnect immediately. */
const retryAfterSeconds = 10;

/** The common part of the stream forms for programs (docs/api.md#limits). */
export const programStreams = {
  headers: { ...apiHeaders, ...streamHeaders },
  streamsMax: 10_000,
  // One token cannot use up all streams; many programs share one token.
  streamsPerReaderMax: 6_000,
  recentMs: 0,
  tooMany: () =>
    new GatehouseError("rate_limited", { message: "Too many streams are open", retryAfterSeconds }),
  opening: (id: string) => `id: ${id}\n: open`,
} as const;
