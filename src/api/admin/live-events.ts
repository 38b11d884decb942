import { GatehouseError } from "../../core/errors.ts";
import type { StreamForm } from "../../http/sse/stream-form.ts";
import { streamHeaders } from "../../http/sse/stream-form.ts";
import { guardedHeaders } from "./content-security-policy.ts";

/** The events of open pages: the changes of each commit, not only of features (docs/ui.md#live). */
export const liveEvents: StreamForm = {
  kind: "pages",
  headers: { ...guardedHeaders, ...streamHeaders },
  streamsMax: 1_000,
  streamsPerReaderMax: 20,
  tooMany: () => new GatehouseError("too_many_streams"),
  recentMs: 0,
  opening: () => ": open",
  linesOf: ({ revision, keys, topics }) => `data: ${JSON.stringify({ revision, keys, topics })}`,
  missed: () => "event: refetch\ndata: {}",
};

/** The events of a program with the token of an environment: only changes in its environment. */
export const environmentEvents: StreamForm = {
  ...liveEvents,
  linesOf: ({ revision, keys }) =>
    revision === null ? undefined : `data: ${JSON.stringify({ revision, keys })}`,
};
