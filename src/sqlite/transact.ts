import type { Database } from "bun:sqlite";

/** How long writes go on before others run: what a reader hardly notices. */
const turnMs = 5;

/**
 * Writes every item in a transaction of its own: all of them or none. Others run in between, who
 * must leave the database alone until it resolves or rejects. What `check` throws undoes all, as
 * late as can be. A commit that fails, as one may on a full disk, can leave its transaction open.
 * Nothing may then be done in what is left: it would be answered as done, and be undone with the rest.
 */
export async function transact<Item>(
  client: Database,
  items: Iterable<Item>,
  write: (item: Item) => void,
  check: () => void = () => undefined,
): Promise<void> {
  undoOpened(client);
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
    undoOpened(client);
    throw error;
  }
}

function undoOpened(client: Database): void {
  if (client.inTransaction) {
    client.run("ROLLBACK");
  }
}
