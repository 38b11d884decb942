import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresServer } from "./postgres-server.ts";

/** Suspends all processes of a PostgreSQL, which then keeps its connections and answers nothing. */
export function suspendPostgres(server: PostgresServer): void {
  // The first process first, so that it starts no others.
  const main = mainProcess(server);
  process.kill(main, "SIGSTOP");
  for (const child of childrenOf(main)) {
    trySignal(child, "SIGSTOP");
  }
}

export function resumePostgres(server: PostgresServer): void {
  const main = mainProcess(server);
  for (const child of childrenOf(main)) {
    trySignal(child, "SIGCONT");
  }
  process.kill(main, "SIGCONT");
}

function mainProcess({ directory }: PostgresServer): number {
  return Number.parseInt(readFileSync(join(directory, "data", "postmaster.pid"), "utf8"), 10);
}

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

/** A process may have ended since it was listed. */
function trySignal(pid: number, signal: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) {
      throw error;
    }
  }
}
