import { Value } from "@sinclair/typebox/value";
import { StorageError } from "../storage-error.ts";
import { bytesOfHex } from "./chain-hash.ts";
import { ChainVerifier, type StoredEnvironment } from "./chain-verifier.ts";
import { ProofHead, proofLineOf } from "./proof-line.ts";
import type { StoredKey } from "./verified-keys.ts";
import type { VerifyOptions } from "./verify-database.ts";
import type { VerifyReport } from "./verify-report.ts";

/**
 * Checks the lines of an export with proofs: a head, acts, keys, environments, audits and an end.
 * Throws a `StorageError` for anything else.
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const reader = new ExportReader(options);
  for await (const line of lines) {
    if (line !== "") {
      reader.add(line);
    }
  }
  return reader.finish();
}

class ExportReader {
  readonly #options: VerifyOptions;
  #verifier: ChainVerifier | undefined;
  readonly #environments: StoredEnvironment[] = [];
  readonly #keys: StoredKey[] = [];
  #lineCount = 0;
  #hasAudits = false;
  #isEnded = false;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  add(line: string): void {
    this.#lineCount++;
    const parsed = parsedLine(line);
    if (this.#verifier === undefined) {
      this.#verifier = new ChainVerifier({
        ...this.#options,
        installation: installationOf(parsed),
      });
      return;
    }
    const record = proofLineOf(parsed);
    switch (record?.type) {
      case "act":
        this.#verifier.addAct(record.value);
        break;
      case "key":
        this.#keys.push(record.value);
        break;
      case "environment": {
        const { id, removed } = record.value;
        const removedHash = removed.hash === null ? null : bytesOfHex(removed.hash);
        this.#environments.push({ id, removedThrough: removed.sequence, removedHash });
        break;
      }
      case "audit":
        this.#begin(this.#verifier).addAudit(record.value);
        break;
      case "end":
        this.#isEnded = true;
        break;
      default:
        this.#verifier.addProblem(`line ${this.#lineCount} is no record`);
    }
  }

  finish(): VerifyReport {
    if (this.#verifier === undefined) {
      throw new StorageError("it is empty");
    }
    const verifier = this.#begin(this.#verifier);
    if (!this.#isEnded) {
      verifier.addProblem("the export is cut off");
    }
    return verifier.finish();
  }

  #begin(verifier: ChainVerifier): ChainVerifier {
    if (!this.#hasAudits) {
      this.#hasAudits = true;
      verifier.addEnvironments(this.#environments, this.#keys);
    }
    return verifier;
  }
}

/** Throws a `StorageError` unless it is the first line of an export. */
function installationOf(line: unknown): string {
  if (!Value.Check(ProofHead, line)) {
    throw new StorageError("it is no export of gatehouse audit export --proofs");
  }
  return line.installation;
}

/** Undefined for a line that is not JSON. */
function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
