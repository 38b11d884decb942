import type { MessageFromWorker, MessageToWorker } from "./messages/messages.ts";

/** A running telemetry worker. */
export interface WorkerThread {
  /** Posts a message; the buffers in `transfer` are moved to the worker, not copied. */
  post(message: MessageToWorker, transfer?: ArrayBuffer[]): void;
  terminate(): void;
}

export interface WorkerThreadListener {
  onMessage(message: MessageFromWorker): void;
  /** Called once when the worker has ended, for any reason. */
  onEnd(reason: string): void;
}

export type SpawnWorker = (listener: WorkerThreadListener) => WorkerThread;

/** Runs the worker in its own thread. `url` is the address of worker/worker.ts. */
export function workerThreadSpawner(url: URL): SpawnWorker {
  return (listener) => {
    const worker = new Worker(url);
    let reason = "it ended";
    worker.addEventListener("message", (event: MessageEvent<MessageFromWorker>) =>
      listener.onMessage(event.data),
    );
    worker.addEventListener("error", (event) => {
      reason = event.message;
    });
    worker.addEventListener("close", () => listener.onEnd(reason));
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      terminate: () => worker.terminate(),
    };
  };
}
