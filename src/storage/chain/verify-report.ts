/** What a verification found. */
export interface VerifyReport {
  readonly installation: string;
  readonly chains: readonly VerifiedChain[];
  /** How many signed checkpoints were checked, with those from outside. */
  readonly checkpoints: number;
  /** The ids of the keys that signed them. */
  readonly keys: readonly string[];
  /** What is wrong and belongs to no chain. */
  readonly problems: readonly string[];
  /** What a person should know although it may be right. */
  readonly warnings: readonly string[];
}

export interface VerifiedChain {
  /** Null for the acts. */
  readonly environment: number | null;
  readonly records: number;
  /** The latest record; 0 without one. */
  readonly last: number;
  /** The first record that is not as it was stored; null if all are. */
  readonly bad: BadRecord | null;
}

export interface BadRecord {
  readonly record: number;
  readonly reason: string;
}

export function isVerified({ chains, problems }: VerifyReport): boolean {
  return problems.length === 0 && chains.every(({ bad }) => bad === null);
}
