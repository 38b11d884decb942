import { asc, count, eq, gt, lt, min, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { PostgresConnections } from "./database/postgres-connection.ts";
import { postgresError } from "./database/postgres-errors.ts";
import { pgNodes } from "./postgres-log-schema.ts";

/** A process that uses the database. */
export type DatabaseNode = Readonly<typeof pgNodes.$inferSelect>;

/** What a node must know of all that are alive, itself among them. */
export interface LiveNodes {
  /** The newest form of the log that all of them read. */
  readonly formatOfAll: number;
  /**
   * Whether commits are to be sent in notifications: there are other processes, and the queue of
   * unread notifications is nearly empty.
   */
  readonly areNotified: boolean;
}

/** A node that was not seen for so long is forgotten. */
const forgottenAfterMs = 7 * 86_400_000;

/** The part of the server's queue of unread notifications that may be in use. */
const queueUsageMax = 0.01;

/** A node says every few seconds that it is alive; one that did not for so long has ended. */
const aliveMs = 15_000;

/**
 * Says that a node is alive; `seenAt` is of the database's clock. Resolves with what
 * it must know of the live ones. Rejects with a `StorageError`.
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
        .select({
          format: min(pgNodes.format),
          count: count(),
          usage: sql<number>`pg_notification_queue_usage()`,
        })
        .from(pgNodes)
        .where(gt(pgNodes.seenAt, node.seenAt - aliveMs));
      const { format, count: liveCount = 1, usage = 0 } = live ?? {};
      return {
        formatOfAll: format ?? node.format,
        areNotified: liveCount > 1 && usage < queueUsageMax,
      };
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
