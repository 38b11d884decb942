import { programStreams } from "../../../http/sse/program-streams.ts";
import type { StreamForm } from "../../../http/sse/stream-form.ts";

/** The events of the change stream: which features changed (docs/api.md#change-stream). */
export const changeStreamForm: StreamForm = {
  ...programStreams,
  kind: "changes",
  linesOf: ({ revision, keys, topics }) =>
    topics.includes("features") ? `data: ${JSON.stringify({ revision, keys })}` : undefined,
  missed: () => "event: refetch\ndata: {}",
};
