import type { ActBody } from "../../core/model/act.ts";
import { rotationText, type SignedCheckpoint } from "../../core/model/checkpoint.ts";
import { isSigned, signingKeyId } from "../../core/secrets/signing.ts";

/** A public key as the record has it. */
export interface StoredKey {
  readonly id: string;
  readonly publicKey: string;
}

/** The keys that signed checkpoints, from the acts that name them. */
export class VerifiedKeys {
  readonly warnings: string[] = [];
  readonly problems: string[] = [];
  readonly #keys = new Map<string, string>();
  /** The keys that follow from the key that the caller trusts. */
  readonly #trusted = new Set<string>();
  readonly #installation: string;
  readonly #pinned: string | undefined;

  /** `pinned` is a public key as PEM that must have signed the record, or the key after it. */
  constructor(installation: string, pinned?: string) {
    this.#installation = installation;
    this.#pinned = pinned;
    if (pinned !== undefined) {
      const id = signingKeyId(pinned);
      this.#keys.set(id, pinned);
      this.#trusted.add(id);
    }
  }

  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Reads the act of a key. */
  addAct(n: number, { kind, details }: ActBody): void {
    const { key, public: publicKey, replaces, signature } = details;
    if (typeof key !== "string" || typeof publicKey !== "string" || !isKeyOf(key, publicKey)) {
      this.problems.push(`act ${n}: it names no signing key`);
      return;
    }
    this.#keys.set(key, publicKey);
    const earlier = Array.isArray(replaces) ? replaces.filter((id) => typeof id === "string") : [];
    if (kind === "signing_key.created") {
      if (earlier.length > 0) {
        this.warnings.push(
          `act ${n}: the key ${key} is new because the key file was lost; no earlier key confirms it`,
        );
      }
      return;
    }
    const text = rotationText(this.#installation, publicKey);
    const signed = typeof signature === "string" ? signature : "";
    const signer = earlier.find((id) => isSigned(text, signed, this.#keys.get(id) ?? ""));
    if (signer === undefined) {
      this.problems.push(`act ${n}: the key ${key} is not confirmed by the key before it`);
    } else if (this.#trusted.has(signer)) {
      this.#trusted.add(key);
    }
  }

  /** Compares the table of keys with the acts. */
  compare(stored: readonly StoredKey[]): void {
    for (const { id, publicKey } of stored) {
      if (this.#keys.get(id) !== publicKey) {
        this.problems.push(`signing key ${id}: no act names it as it is`);
      }
    }
  }

  isSigned({ text, key, signature }: SignedCheckpoint): boolean {
    return isSigned(text, signature, this.#keys.get(key) ?? "");
  }

  /** Whether a key is the pinned one or confirmed by it; always without a pinned key. */
  isTrusted(key: string): boolean {
    return this.#pinned === undefined || this.#trusted.has(key);
  }
}

function isKeyOf(id: string, publicKey: string): boolean {
  try {
    return signingKeyId(publicKey) === id;
  } catch {
    return false;
  }
}
