import type { Database } from "bun:sqlite";
import { runYielding } from "../../../core/scheduling/run-yielding.ts";

/**
 * Runs steps that write in one transaction, and commits after the last one; a step that throws
 * rolls everything back. Resolves with the result of the steps. Other work of the thread runs
 * between steps; it must not use the database until this resolves or rejects. The first step runs
 * inside the transaction, so nothing has happened if the transaction cannot begin.
 *
 * A failed commit, such as on a full disk, can leave its transaction open. It is rolled back before
 * the next one begins: writes inside it would be reported as committed, and be lost.
 */
export async function runTransaction<Result>(
  client: Database,
  steps: Iterator<void, Result>,
): Promise<Result> {
  rollBackOpenTransaction(client);
  client.run("BEGIN IMMEDIATE");
  try {
    const result = await runYielding(steps);
    client.run("COMMIT");
    return result;
  } catch (error) {
    rollBackOpenTransaction(client);
    throw error;
  }
}

function rollBackOpenTransaction(client: Database): void {
  if (client.inTransaction) {
    client.run("ROLLBACK");
  }
}
