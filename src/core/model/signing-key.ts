/** A key that signs checkpoints of the chains (docs/governance.md#checkpoints). */
export interface SigningKey {
  /** The start of the SHA-256 of the public key. */
  readonly id: string;
  /** An Ed25519 key as PEM. */
  readonly publicKey: string;
  /** The private key, readable only with the key file. */
  readonly sealed: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Null for the key in use. */
  readonly replacedAt: number | null;
}
