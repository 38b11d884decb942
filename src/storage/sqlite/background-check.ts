import { StorageError } from "../storage.ts";
import { type CommitThread, startCommitThread } from "./commit-thread.ts";

/** A search for damage, in a worker of its own. */
export interface BackgroundCheck {
  /** The damage that was found; undefined while none is known. */
  readonly damage: StorageError | undefined;
  stop(): void;
}

/** Reads the whole database; calls `onDamage` at the end if it is damaged. */
export function startBackgroundCheck(
  workerUrl: URL,
  path: string,
  onDamage: (damage: StorageError) => void,
): BackgroundCheck {
  let damage: StorageError | undefined;
  const thread: CommitThread = startCommitThread(workerUrl, {
    onMessage(message) {
      if (message.kind === "loaded") {
        thread.post({ kind: "check", path });
      } else if (message.kind === "checked") {
        thread.terminate();
        if (message.damage !== null) {
          damage = new StorageError(`${path}: ${message.damage}`);
          onDamage(damage);
        }
      }
    },
    onEnd: () => undefined,
  });
  return {
    get damage() {
      return damage;
    },
    stop: () => thread.terminate(),
  };
}
