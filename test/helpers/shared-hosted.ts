import { SharedWriter } from "../../src/app/writer/shared-writer.ts";
import type { WriterStart } from "../../src/app/writer/writer.ts";
import type { SharedMemory } from "./shared-memory.ts";

/** The options of a hosted server for one process of several that share data in memory. */
export function sharedHosted(shared: SharedMemory) {
  const storage = shared.open();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  return {
    storage,
    failures,
    options: {
      opened: { storage, state: shared.state, position: shared.position },
      retention: { isStart: false },
      openWriter: (start: WriterStart) => new SharedWriter({ ...start, storage, onFailure }),
    },
  };
}
