import type { Connection } from "./process-sockets.ts";

export interface ConnectionBounds {
  /** The most connections of one client address. */
  readonly perClientMax: number;
  /** How many connections are too many for the process, whoever has them. */
  readonly overall: number;
  /** The client of a connection; undefined for one that `perClientMax` does not apply to. */
  readonly clientOf: (connection: Connection) => string | undefined;
}

/**
 * Returns the connections to end. `connections` are those of the process, oldest first. Clients lose
 * their newest ones: first those above their bound, then, while there are too many overall, one of
 * the client that has the most.
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
