import { asc, count, eq, gt, lt, min } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { PostgresConnections } from "../../postgres/postgres-connection.ts";
import { postgresError } from "../../postgres/postgres-errors.ts";
import { pgNodes } from "./postgres-log-schema.ts";

/** A process that uses the database. */
export type DatabaseNode = Readonly<typeof pgNodes.$inferSelect>;

/** What a node must know of all that are alive, itself among them. */
export interface LiveNodes {
  /** The newest form of the log that all of them read. */
  readonly formatOfAll: number;
  readonly hasOthers: boolean;
}

/** A node that was not seen for so long is forgotten. */
const forgottenAfterMs = 7 * 86_400_000;

/** A node says every few seconds that it is alive; one that did not for so long has ended. */
const aliveMs = 15_000;

/**
 * Says that a node is alive; `seenAt` is of the database's clock. Rejects with a `StorageError`.
 */
export function reportNode(
  connections: PostgresConnections,
  node: DatabaseNode,
): Promise<LiveNodes> {
  return answered("The node could not be reported", () =>
    connections.run(async (client) => {
      const database = drizzle({ client });
      const { node: _, ...set } = node;
      await database.insert(pgNodes).values(node).onConflictDoUpdate({ target: pgNodes.node, set });
      await database.delete(pgNodes).where(lt(pgNodes.seenAt, node.seenAt - forgottenAfterMs));
      const [live] = await database
        .select({ format: min(pgNodes.format), count: count() })
        .from(pgNodes)
        .where(gt(pgNodes.seenAt, node.seenAt - aliveMs));
      return { formatOfAll: live?.format ?? node.format, hasOthers: (live?.count ?? 1) > 1 };
    }),
  );
}

/** All nodes that were seen in the last days, by name. Rejects with a `StorageError`. */
export function listNodes(connections: PostgresConnections): Promise<readonly DatabaseNode[]> {
  return answered("The nodes could not be read", () =>
    connections.run((client) =>
      drizzle({ client }).select().from(pgNodes).orderBy(asc(pgNodes.node)),
    ),
  );
}

/** Forgets a node that has stopped. Rejects with a `StorageError`. */
export async function forgetNode(connections: PostgresConnections, node: string): Promise<void> {
  await answered("The node could not be forgotten", () =>
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
