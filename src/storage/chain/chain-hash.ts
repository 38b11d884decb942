/** The members of an audit that its hash covers, as they are stored. */
export interface HashedAudit {
  readonly environmentId: number;
  readonly sequence: number;
  readonly createdAt: number;
  readonly action: string;
  readonly actorType: string;
  readonly actorId: string;
  readonly featureKey: string;
  readonly value: string | null;
  readonly featureId: number | null;
  /** Null if it equals the sequence. */
  readonly step: number | null;
  readonly target: number | null;
  /** See `coveredDifference`. */
  readonly difference: string | null;
  readonly reason: string | null;
}

export interface HashedAct {
  readonly n: number;
  readonly at: number;
  readonly body: string;
}

/** The hash before the first record of a chain. */
export const chainStart: Uint8Array = new Uint8Array(32);

/** SHA-256 of the hash of the record before, and of the JSON of an audit. */
export function auditHash(
  previous: Uint8Array,
  installation: string,
  audit: HashedAudit,
): Uint8Array {
  return chained(previous, [
    "gatehouse-audit-1",
    installation,
    audit.environmentId,
    audit.sequence,
    audit.createdAt,
    audit.action,
    audit.actorType,
    wellFormed(audit.actorId),
    wellFormed(audit.featureKey),
    wellFormed(audit.value),
    audit.featureId,
    audit.step,
    audit.target,
    audit.difference,
    wellFormed(audit.reason),
  ]);
}

/** SHA-256 of the hash of the act before, and of the JSON of an act. */
export function actHash(previous: Uint8Array, { n, at, body }: HashedAct): Uint8Array {
  return chained(previous, ["gatehouse-act-1", n, at, body]);
}

/** A difference as its hash covers it: a word itself, and JSON by its own hash. */
export function coveredDifference(text: string): string {
  return text.startsWith("{") ? `sha256:${Bun.CryptoHasher.hash("sha256", text, "hex")}` : text;
}

export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("hex");
}

export function bytesOfHex(hex: string): Uint8Array {
  return Buffer.from(hex, "hex");
}

function chained(previous: Uint8Array, values: readonly unknown[]): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(previous).update(JSON.stringify(values)).digest();
}

/** Databases store U+FFFD for half of a surrogate pair. */
function wellFormed<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : text.toWellFormed();
}
