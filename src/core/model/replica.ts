/** A server that follows this one (docs/cluster.md#replicas). It is deleted when it is revoked. */
export interface Replica {
  readonly id: number;
  readonly name: string;
  /** SHA-256 of the token's value, as lower-case hexadecimal. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Bounds the data that a server stores for its replicas. */
export const replicasMax = 1_000;
