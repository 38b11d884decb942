import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import type { Command } from "../../../src/app/writer/writer.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { MemoryMedium } from "../../contract/memory-storage.ts";
import { feature, foundation } from "../../contract/sample-entities.ts";
import { RecordingStorage } from "./recording-storage.ts";

/** A writer on the state of `foundation`, with a storage and a clock that the test controls. */
export async function startWriter(medium = new MemoryMedium()) {
  const first = await medium.open();
  if (first.state.projects.isEmpty()) {
    await first.storage.commit(batchOf(foundation));
  }
  const opened = await medium.open();
  const storage = new RecordingStorage(opened.storage);
  const clock = { nowMs: 1_000_000 };
  const failures: unknown[] = [];
  /** The positions of the commits that replicas get. */
  const applied: number[] = [];
  const writer = new LocalWriter({
    ...opened,
    storage,
    now: () => clock.nowMs,
    onFailure: (error) => failures.push(error),
    onApplied: ({ position }) => applied.push(position),
  });
  return { writer, storage, clock, failures, applied, medium };
}

/** A command that creates a feature with this key and returns its id. */
export function creating(key: string): Command<number> {
  return (draft) => {
    const id = draft.nextId("feature");
    draft.record(featureSaved(id, key));
    return id;
  };
}

export function featureSaved(id: number, key: string): Change {
  return { kind: "feature.saved", feature: feature(id, { key }) };
}

/** Waits until all work is done that does not wait for a delayed commit. */
export async function eventLoopIdle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resume) => setImmediate(resume));
  }
}

/** Resolves when it holds; the test's own limit ends the wait. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resume) => setImmediate(resume));
  }
}
