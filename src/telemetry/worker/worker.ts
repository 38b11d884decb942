import type { MessageToWorker } from "../messages/messages.ts";
import { WorkerLoop } from "./worker-loop.ts";

const loop = new WorkerLoop((message, transfer = []) => postMessage(message, transfer));
addEventListener("message", (event: MessageEvent<MessageToWorker>) => loop.receive(event.data));
// Messages to a worker that is not ready are lost, so the main thread waits for this one.
postMessage({ kind: "loaded" });
