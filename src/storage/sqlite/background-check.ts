import { StorageError } from "../storage.ts";
import { type CommitThread, startCommitThread } from "./commit-thread.ts";

/** A search for damage, in its own worker. */
export interface BackgroundCheck {
  /** The damage that was found; undefined while none is known. */
  readonly damage: StorageError | undefined;
  stop(): void;
}

/**
 * Reads the whole database; calls `onFault` at the end if it is damaged, or if the worker ended
 * without a result.
 */
export function startBackgroundCheck(
  workerUrl: URL,
  path: string,
  onFault: (fault: StorageError) => void,
): BackgroundCheck {
  let damage: StorageError | undefined;
  let isOver = false;
  const thread: CommitThread = startCommitThread(workerUrl, {
    onMessage(message) {
      if (message.kind === "loaded") {
        thread.post({ kind: "check", path });
      } else if (message.kind === "checked") {
        isOver = true;
        thread.terminate();
        if (message.damage !== null) {
          damage = new StorageError(`${path}: ${message.damage}`);
          onFault(damage);
        }
      }
    },
    onEnd(reason) {
      if (!isOver) {
        isOver = true;
        onFault(new StorageError(`${path}: the search for damage ended: ${reason}`));
      }
    },
  });
  return {
    get damage() {
      return damage;
    },
    stop() {
      isOver = true;
      thread.terminate();
    },
  };
}
