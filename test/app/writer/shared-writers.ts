import { SharedWriter } from "../../../src/app/writer/shared-writer.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { foundation } from "../../contract/sample-entities.ts";
import { SharedMemory } from "../../helpers/shared-memory.ts";

/** For tests that wait until commands are refused. */
export const shortWaitMs = 300;

/** Several writers on the state of `foundation`, each as in a process of its own. */
export async function startSharedWriters(count: number, writeWaitMs?: number) {
  const shared = new SharedMemory();
  shared.commit(batchOf(foundation));
  const nodes = Array.from({ length: count }, () => startNode(shared, writeWaitMs));
  const [node = startNode(shared, writeWaitMs), other = startNode(shared, writeWaitMs)] = nodes;
  return {
    shared,
    nodes,
    node,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map(({ writer }) => writer.close()));
    },
  };
}

export type SharedNode = ReturnType<typeof startNode>;

export function startNode(shared: SharedMemory, writeWaitMs?: number) {
  const storage = shared.open();
  const clock = { nowMs: 1_000_000 };
  const failures: unknown[] = [];
  const { state, position } = shared;
  const writer = new SharedWriter({
    storage,
    state,
    position,
    writeWaitMs,
    now: () => clock.nowMs,
    onFailure: (error) => failures.push(error),
  });
  return { writer, storage, clock, failures };
}
