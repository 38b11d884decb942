import type { ToWorker } from "../messages/messages.ts";
import { WorkerRoom } from "./worker-loop.ts";

const room = new WorkerRoom((message) => postMessage(message));
addEventListener("message", (event: MessageEvent<ToWorker>) => room.receive(event.data));
// What is sent to a worker before it listens is lost, so the main thread waits for this.
postMessage({ kind: "loaded" });
