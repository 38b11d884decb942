import { GatehouseError } from "../../core/errors.ts";
import { apiHeaders } from "../response/answer-headers.ts";
import { streamHeaders } from "./stream-form.ts";

/** So that clients that were refused do not come back at once. */
const retryAfterSeconds = 10;

/** What the forms of streams for programs have in common (docs/api.md#limits). */
export const programStreams = {
  headers: { ...apiHeaders, ...streamHeaders },
  streamsMax: 10_000,
  // One token cannot take the room of all others; many programs share one.
  streamsPerReaderMax: 6_000,
  recentMs: 0,
  tooMany: () =>
    new GatehouseError("rate_limited", { message: "Too many streams are open", retryAfterSeconds }),
  opening: (id: string) => `id: ${id}\n: open`,
} as const;
