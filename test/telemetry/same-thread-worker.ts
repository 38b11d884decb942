import type { MessageFromWorker, MessageToWorker } from "../../src/telemetry/messages/messages.ts";
import { WorkerLoop } from "../../src/telemetry/worker/worker-loop.ts";
import type { SpawnWorker } from "../../src/telemetry/worker-thread.ts";

/**
 * Runs the worker's code on the test's own thread. As between threads, messages arrive later and are
 * copied or transferred.
 */
export const spawnOnSameThread: SpawnWorker = (listener) => {
  let isAlive = true;
  const deliver = <Message>(
    message: Message,
    transfer: ArrayBuffer[],
    receive: (copy: Message) => void,
  ) => {
    const copy = structuredClone(message, { transfer });
    setImmediate(() => {
      if (isAlive) {
        receive(copy);
      }
    });
  };
  const loop = new WorkerLoop((message, transfer = []) =>
    deliver<MessageFromWorker>(message, transfer, (copy) => listener.onMessage(copy)),
  );
  deliver<MessageFromWorker>({ kind: "loaded" }, [], (copy) => listener.onMessage(copy));
  return {
    post: (message, transfer = []) =>
      deliver<MessageToWorker>(message, transfer, (copy) => loop.receive(copy)),
    terminate() {
      isAlive = false;
      listener.onEnd("terminated");
    },
  };
};
