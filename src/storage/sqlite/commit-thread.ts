import type { MessageFromCommitWorker, MessageToCommitWorker } from "./commit-messages.ts";

/** A worker in its own thread. */
export interface CommitThread {
  post(message: MessageToCommitWorker): void;
  terminate(): void;
}

export interface CommitThreadListener {
  onMessage(message: MessageFromCommitWorker): void;
  /** Called once when the worker has ended, for any reason; its database is closed then. */
  onEnd(reason: string): void;
}

/** Starts a worker, which reports to the listener. */
export type StartCommitThread = (listener: CommitThreadListener) => CommitThread;

/** Starts a worker. `url` is the address of commit-worker.ts. */
export function startCommitThread(url: URL, listener: CommitThreadListener): CommitThread {
  const worker = new Worker(url);
  let reason = "it ended";
  worker.addEventListener("message", (event: MessageEvent<MessageFromCommitWorker>) =>
    listener.onMessage(event.data),
  );
  worker.addEventListener("error", (event) => {
    reason = event.message;
  });
  worker.addEventListener("close", () => listener.onEnd(reason));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
}
