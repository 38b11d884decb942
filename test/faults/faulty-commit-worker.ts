import { Database } from "bun:sqlite";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { CommitLoop } from "../../src/storage/sqlite/commit-loop.ts";
import type { MessageToCommitWorker } from "../../src/storage/sqlite/commit-messages.ts";
import { faultFile, type WorkerFault } from "./worker-faults.ts";

/*
 * The worker that commits, with the faults that a test asks for by a file in the data directory.
 */

let directory = "";

function isAsked(fault: WorkerFault): boolean {
  const file = faultFile(directory);
  return existsSync(file) && readFileSync(file, "utf8") === fault;
}

/** Ends this thread at once; it closes its database, as every end of a thread does. */
function dieOnceIfAsked(fault: WorkerFault): void {
  if (isAsked(fault)) {
    rmSync(faultFile(directory));
    process.exit(1);
  }
}

const run = Database.prototype.run;
Database.prototype.run = function (this: Database, sql, ...bindings) {
  if (sql === "COMMIT" && isAsked("the disk does not synchronize")) {
    throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_FSYNC" });
  }
  while (sql === "COMMIT" && isAsked("the disk is slow")) {
    Bun.sleepSync(1);
  }
  return run.call(this, sql, ...bindings);
};

const loop = new CommitLoop((message) => {
  if (message.kind === "done") {
    dieOnceIfAsked("dies after the commit");
  }
  postMessage(message);
});

addEventListener("message", ({ data }: MessageEvent<MessageToCommitWorker>) => {
  if (data.kind === "open") {
    directory = dirname(data.path);
  }
  if (isAsked("does not run")) {
    process.exit(1);
  }
  if (data.kind === "commit") {
    dieOnceIfAsked("dies before the commit");
  }
  loop.receive(data);
});
