import { GatehouseError } from "../../core/errors.ts";
import type { ActBody, RecordedAct } from "../../core/model/act.ts";
import {
  type Checkpoint,
  checkpointText,
  parseCheckpoint,
  rotationText,
  type SignedCheckpoint,
  signedCheckpointIn,
} from "../../core/model/checkpoint.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { SigningKey } from "../../core/model/signing-key.ts";
import { newSigningKey, signText } from "../../core/secrets/signing.ts";
import type { ChainEnds } from "../../storage/record-reads.ts";
import type { StorageReads } from "../../storage/storage.ts";
import type { Writer } from "../writer/writer.ts";

/** Seals private keys for the database. `seal` throws if there is no key. */
export interface Vault {
  seal(secret: string): string;
  /** Undefined for a text that was sealed with another key. */
  open(sealed: string): string | undefined;
}

export interface CheckpointsOptions {
  readonly writer: Writer;
  readonly reads: StorageReads;
  readonly vault: Vault;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface UsableKey {
  readonly key: SigningKey;
  readonly privateKey: string;
}

const actsPerRead = 500;

/** Signs the ends of the chains, and keeps the signatures as acts (docs/governance.md#checkpoints). */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /**
   * Signs a checkpoint if a chain has grown since the latest one, and resolves with the latest one.
   * Rejects if there is no key file, or the commit fails.
   */
  sign(): Promise<SignedCheckpoint> {
    return this.#inTurn(() => this.#sign());
  }

  /** Replaces the signing key; the old key signs the new one. */
  rotate(authorize: (draft: Draft) => void): Promise<SigningKey> {
    return this.#inTurn(async () => {
      const known = await this.#usableKey();
      const { installation } = await this.#options.reads.chainEnds();
      return (await this.#createKey(known, installation, authorize)).key;
    });
  }

  keys(): Promise<readonly SigningKey[]> {
    return this.#options.reads.signingKeys();
  }

  /** The latest checkpoints, latest first. */
  async list(limit: number): Promise<readonly SignedCheckpoint[]> {
    const found: SignedCheckpoint[] = [];
    for await (const act of latestActs(this.#options.reads)) {
      const signed = checkpointOfAct(act);
      if (signed !== undefined && found.push(signed) === limit) {
        break;
      }
    }
    return found;
  }

  async #sign(): Promise<SignedCheckpoint> {
    const { reads, now, writer } = this.#options;
    const usable = (await this.#usableKey()) ?? (await this.#firstKey());
    const ends = await reads.chainEnds();
    // Another server of the cluster may have signed it.
    const [latest] = await this.list(1);
    if (latest !== undefined && !hasGrown(latest, ends)) {
      return latest;
    }
    const number = (latest?.number ?? 0) + 1;
    const text = checkpointText({
      number,
      at: now(),
      installation: ends.installation,
      acts: ends.acts,
      environments: ends.environments,
    });
    const { key, privateKey } = usable;
    const signature = signText(text, privateKey);
    const signed = { number, text, key: key.id, signature };
    await writer.submit((draft) => {
      draft.recordAct({ kind: "checkpoint.signed", details: { ...signed } });
    });
    return signed;
  }

  /** The key in use; undefined without one, and if the key file was replaced. */
  async #usableKey(): Promise<UsableKey | undefined> {
    const { reads, vault } = this.#options;
    const key = (await reads.signingKeys()).findLast(({ replacedAt }) => replacedAt === null);
    const privateKey = key && vault.open(key.sealed);
    return key === undefined || privateKey === undefined ? undefined : { key, privateKey };
  }

  async #firstKey(): Promise<UsableKey> {
    const { installation } = await this.#options.reads.chainEnds();
    return this.#createKey(undefined, installation, () => undefined);
  }

  async #createKey(
    signer: UsableKey | undefined,
    installation: string,
    authorize: (draft: Draft) => void,
  ): Promise<UsableKey> {
    const { reads, vault, writer, now } = this.#options;
    const { id, publicKey, privateKey } = newSigningKey();
    const sealed = vault.seal(privateKey);
    const key: SigningKey = { id, publicKey, sealed, createdAt: now(), replacedAt: null };
    const replaced = (await reads.signingKeys()).filter(({ replacedAt }) => replacedAt === null);
    const signature =
      signer === undefined
        ? null
        : signText(rotationText(installation, publicKey), signer.privateKey);
    await writer.submit((draft) => {
      authorize(draft);
      for (const old of replaced) {
        draft.record({ kind: "signing_key.saved", key: { ...old, replacedAt: draft.now } });
      }
      draft.record({ kind: "signing_key.saved", key });
      draft.recordAct({
        kind: signer === undefined ? "signing_key.created" : "signing_key.rotated",
        details: {
          key: id,
          public: publicKey,
          replaces: replaced.map((old) => old.id),
          signature,
        },
      });
    });
    return { key, privateKey };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.then(work);
    this.#running = running.catch(() => undefined);
    return running;
  }
}

/** Whether a chain is longer than at a checkpoint, apart from the act of the checkpoint itself. */
function hasGrown(signed: SignedCheckpoint, ends: ChainEnds): boolean {
  const before: Checkpoint | undefined = parseCheckpoint(signed.text);
  const known = new Map(before?.environments.map((each) => [each.environment, each.sequence]));
  return (
    before === undefined ||
    ends.acts.sequence > before.acts.sequence + 1 ||
    ends.environments.some(({ environment, sequence }) => known.get(environment) !== sequence)
  );
}

async function* latestActs(reads: StorageReads): AsyncGenerator<RecordedAct, void> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const acts = await reads.acts({ after: 0, before, limit: actsPerRead });
    yield* acts;
    const last = acts.at(-1);
    if (last === undefined || acts.length < actsPerRead) {
      return;
    }
    before = last.n;
  }
}

/** Undefined for another act. */
export function checkpointOfAct({ body }: Pick<RecordedAct, "body">): SignedCheckpoint | undefined {
  if (!body.startsWith('{"kind":"checkpoint.signed"')) {
    return undefined;
  }
  const { details }: ActBody = JSON.parse(body);
  return signedCheckpointIn(details);
}

/** Throws `unavailable` for a server without a place for keys, such as one with data in memory. */
export function requireCheckpoints(checkpoints: Checkpoints | undefined): Checkpoints {
  if (checkpoints === undefined) {
    throw new GatehouseError("unavailable", { message: "This server signs no checkpoints" });
  }
  return checkpoints;
}
