import type { FromWorker, ToWorker } from "../../src/telemetry/messages/messages.ts";
import { WorkerRoom } from "../../src/telemetry/worker/worker-loop.ts";
import type { Spawn } from "../../src/telemetry/worker-thread.ts";

/** The worker's code without a thread: messages still arrive later, and copied or handed over. */
export const spawnLocal: Spawn = (listener) => {
  let isAlive = true;
  const deliver = <Message>(
    message: Message,
    transfer: ArrayBuffer[],
    to: (m: Message) => void,
  ) => {
    const copy = structuredClone(message, { transfer });
    setImmediate(() => {
      if (isAlive) {
        to(copy);
      }
    });
  };
  const room = new WorkerRoom((message) =>
    deliver<FromWorker>(message, [], (copy) => listener.message(copy)),
  );
  deliver<FromWorker>({ kind: "loaded" }, [], (copy) => listener.message(copy));
  return {
    post: (message, transfer = []) =>
      deliver<ToWorker>(message, transfer, (copy) => room.receive(copy)),
    terminate() {
      isAlive = false;
      listener.gone("terminated");
    },
  };
};
