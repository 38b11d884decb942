import { programStreams } from "../../http/sse/program-streams.ts";
import type { StreamForm } from "../../http/sse/stream-form.ts";

const microsecondsPerSecond = 1_000_000;

/** The events after which clients of OFREP evaluate again (docs/api.md#ofrep). */
export const evaluationStreamForm: StreamForm = {
  ...programStreams,
  kind: "evaluation",
  // A page evaluates first, and then opens the stream that the answer names.
  recentMs: 10_000,
  linesOf: ({ revision, topics }) =>
    topics.includes("features") && revision !== null ? refetchLines(revision) : undefined,
  missed: refetchLines,
};

function refetchLines(revision: number): string {
  const data = {
    type: "refetchEvaluation",
    etag: `"${revision}"`,
    lastModified: Math.floor(revision / microsecondsPerSecond),
  };
  return `event: message\ndata: ${JSON.stringify(data)}`;
}
