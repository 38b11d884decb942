import type { FromWorker, ToWorker } from "./messages/messages.ts";

/** A running worker, as the main thread sees it. */
export interface Thread {
  /** `transfer` names buffers that are handed over. */
  post(message: ToWorker, transfer?: ArrayBuffer[]): void;
  terminate(): void;
}

export interface ThreadListener {
  message(message: FromWorker): void;
  /** It ended, whatever ended it; told once. */
  gone(reason: string): void;
}

export type Spawn = (listener: ThreadListener) => Thread;

/** Runs the worker in a thread of its own. `url` is that of `worker.ts`, as the entry knows it. */
export function spawnThread(url: URL): Spawn {
  return (listener) => {
    const worker = new Worker(url);
    let reason = "it ended";
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) =>
      listener.message(event.data),
    );
    worker.addEventListener("error", (event) => {
      reason = event.message;
    });
    worker.addEventListener("close", () => listener.gone(reason));
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      terminate: () => worker.terminate(),
    };
  };
}
