import type { Database } from "bun:sqlite";

/**
 * Does work in a transaction of its own: all of it or nothing. A commit that fails, as one may on a
 * full disk, can leave its transaction open. Nothing may then be done in what is left: it would be
 * answered as done, and be undone with the rest.
 */
export function transact(client: Database, work: () => void): void {
  undoOpened(client);
  client.run("BEGIN IMMEDIATE");
  try {
    work();
    client.run("COMMIT");
  } catch (error) {
    undoOpened(client);
    throw error;
  }
}

function undoOpened(client: Database): void {
  if (client.inTransaction) {
    client.run("ROLLBACK");
  }
}
