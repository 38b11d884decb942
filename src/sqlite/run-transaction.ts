import type { Database } from "bun:sqlite";

/** How long writes run before other work gets a turn: readers hardly notice that delay. */
const turnMs = 5;

/**
 * Writes all items in one transaction, or none of them. Other work of the process runs in between;
 * it must not use the database until this resolves or rejects. `check` runs just before the commit,
 * and what it throws rolls the transaction back.
 *
 * A failed commit, such as on a full disk, can leave its transaction open. It is rolled back before
 * the next one begins: writes inside it would be reported as committed, and be lost.
 */
export async function runTransaction<Item>(
  client: Database,
  items: Iterable<Item>,
  write: (item: Item) => void,
  check: () => void = () => undefined,
): Promise<void> {
  rollBackOpenTransaction(client);
  client.run("BEGIN IMMEDIATE");
  try {
    let turnEndsMs = performance.now() + turnMs;
    for (const item of items) {
      if (performance.now() >= turnEndsMs) {
        await new Promise((resume) => setImmediate(resume));
        turnEndsMs = performance.now() + turnMs;
      }
      write(item);
    }
    check();
    client.run("COMMIT");
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
