import type { ActBody, ChainHead, RecordedAct } from "../../core/model/act.ts";
import {
  type Checkpoint,
  type CheckpointAnchor,
  parseCheckpoint,
  type SignedCheckpoint,
  signedCheckpointIn,
} from "../../core/model/checkpoint.ts";
import { sha256 } from "../../core/secrets/sha256.ts";
import type { ChainedAudit } from "../record-reads.ts";
import { ChainFollower } from "./chain-follower.ts";
import { actHash, auditHash, bytesOfHex, chainStart, hexOf } from "./chain-hash.ts";
import { ExpectedHashes } from "./expected-hashes.ts";
import { parsedActBody } from "./parsed-act-body.ts";
import { type Restore, restoreOf } from "./restored-ends.ts";
import { type StoredKey, VerifiedKeys } from "./verified-keys.ts";
import type { VerifyReport } from "./verify-report.ts";

export interface ChainVerifierOptions {
  readonly installation: string;
  /** A public key as PEM that the checkpoints must be signed with, or a key that it confirmed. */
  readonly pinnedKey?: string | undefined;
  /** Checkpoints that were stored elsewhere. */
  readonly outside?: readonly (SignedCheckpoint | CheckpointAnchor)[];
}

/** What a database stores of an environment. */
export interface StoredEnvironment {
  readonly id: number;
  readonly removedThrough: number;
  readonly removedHash: Uint8Array | null;
}

/**
 * Checks the acts and audits of an installation: first all acts, then the environments, then all
 * audits. The records of a chain may come in any order.
 */
export class ChainVerifier {
  readonly #options: ChainVerifierOptions;
  readonly #keys: VerifiedKeys;
  readonly #problems: string[] = [];
  readonly #warnings: string[] = [];
  readonly #acts: ChainFollower;
  readonly #environments = new Map<number, ChainFollower>();
  readonly #expected = new ExpectedHashes();
  /** The last audit that acts removed, by environment. */
  readonly #removed = new Map<number, Map<number, string>>();
  readonly #deleted = new Map<number, number>();
  /** The numbers and hashes of acts that later checkpoints have. */
  readonly #actHashes = new Map<number, string>();
  readonly #signed: { readonly n: number; readonly signed: SignedCheckpoint }[] = [];
  readonly #restores: Restore[] = [];
  #checkpoints = 0;

  constructor(options: ChainVerifierOptions) {
    this.#options = options;
    this.#keys = new VerifiedKeys(options.installation, options.pinnedKey);
    this.#acts = new ChainFollower({ sequence: 0, hash: chainStart });
  }

  addProblem(problem: string): void {
    this.#problems.push(problem);
  }

  addAct(act: RecordedAct): void {
    const { n, at, body, hash } = act;
    this.#actHashes.set(n, hash);
    this.#acts.add({
      sequence: n,
      hash: bytesOfHex(hash),
      after: (previous) => actHash(previous, { n, at, body }),
    });
    const parsed = parsedActBody(body);
    if (parsed !== undefined) {
      this.#read(act, parsed);
    }
  }

  /** Must be called after the last act, and before the first audit. */
  addEnvironments(stored: readonly StoredEnvironment[], keys: readonly StoredKey[]): void {
    this.#acts.finish();
    this.#keys.compare(keys);
    this.#checkSigned();
    for (const each of this.#options.outside ?? []) {
      if ("text" in each) {
        this.#checkOutside(each);
      } else {
        this.#checkAnchor(each);
      }
    }
    for (const environment of stored) {
      this.#begin(environment);
    }
    for (const [id, last] of this.#expected.lasts) {
      if (!this.#environments.has(id) && (this.#deleted.get(id) ?? 0) < last) {
        this.#problems.push(`environment ${id}: it is missing, with its ${last} audits`);
      }
    }
  }

  addAudit({ hash, ...audit }: ChainedAudit): void {
    const { environmentId: id, sequence } = audit;
    const follower = this.#environments.get(id);
    if (follower === undefined) {
      this.#problems.push(`environment ${id}: it is missing, and has the audit ${sequence}`);
      return;
    }
    const { installation } = this.#options;
    follower.add({
      sequence,
      hash: hash === null ? null : bytesOfHex(hash),
      after: (previous) => auditHash(previous, installation, audit),
    });
  }

  finish(): VerifyReport {
    for (const follower of this.#environments.values()) {
      follower.finish();
    }
    const chains = [
      { environment: null, follower: this.#acts },
      ...[...this.#environments].map(([environment, follower]) => ({ environment, follower })),
    ];
    return {
      installation: this.#options.installation,
      chains: chains.map(({ environment, follower: { count, last, bad } }) => ({
        ...{ environment, records: count, last, bad },
      })),
      checkpoints: this.#checkpoints,
      keys: this.#keys.ids,
      problems: [...new Set([...this.#keys.problems, ...this.#problems])],
      warnings: [...new Set([...this.#keys.warnings, ...this.#warnings])],
    };
  }

  #read({ n, at }: RecordedAct, body: ActBody): void {
    const { kind, environment, head } = body;
    switch (kind) {
      case "checkpoint.signed": {
        const signed = signedCheckpointIn(body.details);
        if (signed === undefined) {
          this.#acts.fail(n, "it has no checkpoint");
        } else {
          this.#signed.push({ n, signed });
        }
        break;
      }
      case "signing_key.created":
      case "signing_key.rotated":
        this.#keys.addAct(n, body);
        break;
      case "audits.removed":
        if (environment !== undefined && head !== undefined) {
          const removed = this.#removed.get(environment) ?? new Map<number, string>();
          removed.set(head.sequence, head.hash ?? "");
          this.#removed.set(environment, removed);
        }
        break;
      case "environment.deleted":
        if (environment !== undefined && head !== undefined) {
          this.#deleted.set(environment, head.sequence);
          this.#expect(environment, head, `act ${n} deleted the environment`);
        }
        break;
      case "installation.restored":
        this.#restores.push(restoreOf(at, body.details));
        break;
      default:
        break;
    }
  }

  #checkSigned(): void {
    let number = 0;
    for (const { n, signed } of this.#signed.toSorted((left, right) => left.n - right.n)) {
      this.#checkpoints++;
      const checkpoint = parseCheckpoint(signed.text);
      if (checkpoint === undefined || !this.#keys.isSigned(signed)) {
        this.#acts.fail(n, `the signature of checkpoint ${signed.number} is wrong`);
      } else if (
        checkpoint.number !== signed.number ||
        checkpoint.number <= number ||
        checkpoint.installation !== this.#options.installation ||
        checkpoint.acts.sequence >= n
      ) {
        this.#acts.fail(n, `checkpoint ${signed.number} is out of order, or of another record`);
      } else {
        ({ number } = checkpoint);
        this.#compareActs(checkpoint, (reason) =>
          this.#acts.fail(checkpoint.acts.sequence, reason),
        );
        this.#expectEnvironments(checkpoint);
      }
    }
    const latest = this.#signed.at(-1)?.signed;
    if (latest === undefined) {
      this.#warnings.push("no checkpoint is signed yet");
    } else if (!this.#keys.isTrusted(latest.key)) {
      this.#problems.push(`checkpoint ${latest.number}: another key than the given one signed it`);
    }
  }

  /** The record has the text of the checkpoint. */
  #checkAnchor({ number, at, acts, sha256: digest }: CheckpointAnchor): void {
    const stored = this.#signed.find(({ signed }) => signed.number === number)?.signed;
    if (stored !== undefined && sha256(stored.text) === digest) {
      this.#checkOutside(stored);
      return;
    }
    this.#checkpoints++;
    const isLost = this.#restores.some(
      (restore) => restore.at > at && restore.acts < acts.sequence,
    );
    const name = `outside checkpoint ${number}`;
    if (isLost) {
      this.#warnings.push(`${name} is newer than the backup that was restored after it`);
    } else {
      this.#problems.push(
        `${name}: the record has ${stored === undefined ? "none" : "another one"}`,
      );
    }
  }

  #checkOutside(signed: SignedCheckpoint): void {
    this.#checkpoints++;
    const checkpoint = parseCheckpoint(signed.text);
    const name = `outside checkpoint ${signed.number}`;
    if (checkpoint === undefined || checkpoint.installation !== this.#options.installation) {
      this.#problems.push(`${name}: it is of another installation`);
      return;
    }
    if (!this.#keys.isSigned(signed)) {
      // Its key may have been created after the backup that was restored.
      const isExplained = this.#restores.some(({ at }) => at > checkpoint.at);
      (isExplained ? this.#warnings : this.#problems).push(
        `${name}: no key of the record signed it`,
      );
      return;
    }
    const restores = this.#restores.filter(({ at }) => at > checkpoint.at);
    const isLost = (end: (restore: Restore) => number, sequence: number) =>
      restores.some((restore) => end(restore) < sequence);
    if (isLost(({ acts }) => acts, checkpoint.acts.sequence)) {
      this.#warnings.push(`${name} is newer than the backup that was restored after it`);
      return;
    }
    this.#compareActs(checkpoint, (reason) => this.#problems.push(`${name}: ${reason}`));
    const environments = checkpoint.environments.filter(
      ({ environment, sequence }) =>
        !isLost((restore) => restore.environments.get(environment) ?? 0, sequence),
    );
    if (environments.length < checkpoint.environments.length) {
      this.#warnings.push(`${name} is newer than the backup that was restored after it`);
    }
    this.#expectEnvironments({ ...checkpoint, environments }, "outside ");
  }

  #compareActs({ acts, number }: Checkpoint, fail: (reason: string) => void): void {
    const stored = acts.sequence === 0 ? hexOf(chainStart) : this.#actHashes.get(acts.sequence);
    if (stored !== acts.hash) {
      fail(
        stored === undefined
          ? `act ${acts.sequence} is missing, which checkpoint ${number} has`
          : `act ${acts.sequence} is not the one of checkpoint ${number}`,
      );
    }
  }

  #expectEnvironments({ environments, number }: Checkpoint, from = ""): void {
    for (const { environment, ...head } of environments) {
      this.#expect(environment, head, `${from}checkpoint ${number} has another one`);
    }
  }

  #expect(environment: number, head: ChainHead, reason: string): void {
    if (!this.#expected.add(environment, head, reason)) {
      this.#problems.push(`environment ${environment}: two hashes are signed for ${head.sequence}`);
    }
  }

  #begin({ id, removedThrough: sequence, removedHash }: StoredEnvironment): void {
    const hash = sequence === 0 ? chainStart : (removedHash ?? chainStart);
    const follower = new ChainFollower({ sequence, hash }, this.#expected.from(id, sequence));
    this.#environments.set(id, follower);
    // Removals of versions without acts have no hash.
    const isExplained =
      sequence === 0 ||
      hexOf(hash) === hexOf(chainStart) ||
      this.#removed.get(id)?.get(sequence) === hexOf(hash);
    if (!isExplained) {
      follower.fail(sequence, "no act removed the audits up to this one");
    }
    if (this.#deleted.has(id)) {
      this.#problems.push(`environment ${id}: it is there, although an act deleted it`);
    }
  }
}
