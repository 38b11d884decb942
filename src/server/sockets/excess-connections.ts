import type { Connection } from "./process-sockets.ts";

export interface ConnectionBounds {
  /** The most connections of one client address. */
  readonly perClientMax: number;
  /** The number of connections above which the process has too many. */
  readonly overall: number;
  /** The client of a connection; undefined for one that `perClientMax` does not apply to. */
  readonly clientOf: (connection: Connection) => string | undefined;
}

/**
 * Returns the connections to end. `connections` are all connections of the process, oldest first.
 * Clients lose their latest connections: first those above the client's limit. While there are still
 * too many overall, the client with the most loses one.
 */
export function excessConnections(
  connections: readonly Connection[],
  { perClientMax, overall, clientOf }: ConnectionBounds,
): readonly Connection[] {
  const excess: Connection[] = [];
  const groups = new Map<string, Connection[]>();
  for (const connection of connections) {
    const client = clientOf(connection);
    const group = groups.get(client ?? "") ?? [];
    groups.set(client ?? "", group);
    if (client !== undefined && group.length >= perClientMax) {
      excess.push(connection);
    } else {
      group.push(connection);
    }
  }
  while (excess.length < overall) {
    const newest = largestOf(groups.values()).pop();
    if (newest === undefined) {
      break;
    }
    excess.push(newest);
  }
  return excess;
}

function largestOf(groups: Iterable<Connection[]>): Connection[] {
  let largest: Connection[] = [];
  for (const group of groups) {
    if (group.length > largest.length) {
      largest = group;
    }
  }
  return largest;
}
