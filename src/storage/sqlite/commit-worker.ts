import { CommitLoop } from "./commit-loop.ts";
import type { MessageToCommitWorker } from "./commit-messages.ts";

const loop = new CommitLoop((message) => postMessage(message));
addEventListener("message", (event: MessageEvent<MessageToCommitWorker>) =>
  loop.receive(event.data),
);
