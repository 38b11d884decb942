/** How many connections each user of a server's database has at most. */
export interface ConnectionShares {
  readonly storage: number;
  readonly telemetry: number;
}

/** One each for commits, notifications, the reports of the node, and the lease of the leader. */
const ownConnections = 4;

/** Divides `poolMax`, the most connections of a server; each share has at least one. */
export function connectionShares(poolMax: number): ConnectionShares {
  const left = Math.max(2, poolMax - ownConnections);
  const telemetry = Math.floor(left / 2);
  return { storage: left - telemetry, telemetry };
}
