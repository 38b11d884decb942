import { type ClosingSteps, closeMs } from "./closing-steps.ts";

interface Stopped {
  stop(): unknown;
}

interface Listening {
  readonly listening: Stopped;
  readonly streams: Stopped;
  readonly replication: Stopped | undefined;
}

/** Adds how to close what clients are connected to. */
export function addListening(
  closing: ClosingSteps,
  { listening, streams, replication }: Listening,
): void {
  closing.addParallel("the listener", async () => listening.stop());
  // Before the listener: a server with open streams never stops.
  closing.add("open streams", closeMs.background, async () => streams.stop());
  closing.addParallel("streams of replicas", async () => replication?.stop());
}
