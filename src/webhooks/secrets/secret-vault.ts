import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** In the data directory, beside the database, and never in a backup. */
export const keyFileName = "gatehouse.key";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const ownerOnly = 0o600;

/**
 * Seals the secrets of webhooks for the database, which is useless without the key file of its data
 * directory (docs/webhooks.md#secrets). The first secret makes the file.
 */
export class SecretVault {
  readonly #path: string | null;
  #key: Buffer | undefined;

  /** Null for data in memory: its key is in memory too. */
  constructor(directory: string | null) {
    this.#path = directory === null ? null : join(directory, keyFileName);
  }

  /** The sealed text, in base64. Throws if the key file cannot be read or made. */
  seal(secret: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#keyOrNew(), nonce);
    const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final()]);
    return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64");
  }

  /** Undefined for what was sealed with another key, as after a restore elsewhere. */
  open(sealed: string): string | undefined {
    const key = this.#existingKey();
    const bytes = Buffer.from(sealed, "base64");
    if (key === undefined || bytes.length < nonceBytes + tagBytes) {
      return undefined;
    }
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), options);
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }

  #existingKey(): Buffer | undefined {
    if (this.#key === undefined && this.#path !== null) {
      this.#key = readKey(this.#path);
    }
    return this.#key;
  }

  #keyOrNew(): Buffer {
    this.#key =
      this.#existingKey() ?? (this.#path === null ? randomBytes(keyBytes) : newKey(this.#path));
    return this.#key;
  }
}

/** Undefined without a file. Throws for one that cannot be read, or holds no key. */
function readKey(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
    if (key.length !== keyBytes) {
      throw new Error(`${path} holds no key`);
    }
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Written beside its place first, so that a killed process leaves a whole file or none. */
function newKey(path: string): Buffer {
  const written = `${path}.new`;
  rmSync(written, { force: true });
  const file = openSync(written, "wx", ownerOnly);
  try {
    writeSync(file, `${randomBytes(keyBytes).toString("base64")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // Unlike a rename this never replaces a key that another process has made.
    linkSync(written, path);
  } finally {
    rmSync(written, { force: true });
  }
  const key = readKey(path);
  if (key === undefined) {
    throw new Error(`${path} was removed`);
  }
  return key;
}
