import { asc, eq, gt, lt, min } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { PostgresConnections } from "./database/postgres-connection.ts";
import { postgresError } from "./database/postgres-errors.ts";
import { pgNodes } from "./postgres-log-schema.ts";

/** A process that uses the database. */
export type DatabaseNode = Readonly<typeof pgNodes.$inferSelect>;

/** A node that was not seen for this long is removed from the list. */
const forgottenAfterMs = 7 * 86_400_000;

/** A live node reports every few seconds; after this long without a report it has ended. */
const aliveMs = 15_000;

/**
 * Reports that a node is alive; `seenAt` is of the database's clock. Resolves with the latest log
 * format that all live nodes read. Rejects with a `StorageError`.
 */
export function reportNode(connections: PostgresConnections, node: DatabaseNode): Promise<number> {
  return answered("The node could not be reported", () =>
    connections.run(async (client) => {
      const database = drizzle({ client });
      const { node: _, ...set } = node;
      await database.insert(pgNodes).values(node).onConflictDoUpdate({ target: pgNodes.node, set });
      await database.delete(pgNodes).where(lt(pgNodes.seenAt, node.seenAt - forgottenAfterMs));
      const [live] = await database
        .select({ format: min(pgNodes.format) })
        .from(pgNodes)
        .where(gt(pgNodes.seenAt, node.seenAt - aliveMs));
      return live?.format ?? node.format;
    }),
  );
}

/** All nodes of the last days, by name. Rejects with a `StorageError`. */
export function listNodes(connections: PostgresConnections): Promise<readonly DatabaseNode[]> {
  return answered("The nodes could not be read", () =>
    connections.run((client) =>
      drizzle({ client }).select().from(pgNodes).orderBy(asc(pgNodes.node)),
    ),
  );
}

/** Removes a stopped node from the list. Rejects with a `StorageError`. */
export async function forgetNode(connections: PostgresConnections, node: string): Promise<void> {
  await answered("The node could not be removed from the list", () =>
    connections.run((client) => drizzle({ client }).delete(pgNodes).where(eq(pgNodes.node, node))),
  );
}

async function answered<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw postgresError(what, error);
  }
}
