import type { UndoAtSignal } from "../storage/backup/back-up.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndingSignal = (typeof signals)[number];

/** The process; tests pass a substitute. */
interface SignalledProcess {
  readonly pid: number;
  on(name: EndingSignal, listener: (name: EndingSignal) => void): unknown;
  off(name: EndingSignal, listener: (name: EndingSignal) => void): unknown;
  kill(pid: number, name: EndingSignal): unknown;
}

/**
 * Listens to signals only while there is work to undo: otherwise the system ends the process
 * immediately. After the undo, the process ends itself with the same signal. A shell then sees the
 * cause (130 for Ctrl-C), and a script with a loop ends too.
 */
export function undoAtSignal(ended: SignalledProcess): UndoAtSignal {
  const undos = new Set<() => void>();
  const stopListening = () => {
    for (const name of signals) {
      ended.off(name, onSignal);
    }
  };
  const onSignal = (name: EndingSignal) => {
    for (const undo of [...undos].reverse()) {
      attempt(undo);
    }
    stopListening();
    ended.kill(ended.pid, name);
  };
  return (undo) => {
    if (undos.size === 0) {
      for (const name of signals) {
        ended.on(name, onSignal);
      }
    }
    undos.add(undo);
    return {
      [Symbol.dispose]() {
        if (undos.delete(undo) && undos.size === 0) {
          stopListening();
        }
      },
    };
  };
}

/** A failure must not stop the other undos. */
function attempt(undo: () => void): void {
  try {
    undo();
  } catch {
    // The process ends, so nobody would read the reason.
  }
}

/** Runs work, and undoes it if it fails or if a signal ends the process. */
export async function withUndo<Result>(
  atSignal: UndoAtSignal | undefined,
  undo: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  using _ = atSignal?.(undo);
  try {
    return await work();
  } catch (error) {
    undo();
    throw error;
  }
}
