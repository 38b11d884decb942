import type { ChainHead } from "../../core/model/act.ts";
import { proofFormat } from "../../core/model/checkpoint.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { StorageError } from "../storage-error.ts";
import { bytesOfHex } from "./chain-hash.ts";
import { ChainVerifier, type StoredEnvironment } from "./chain-verifier.ts";
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
  #hasAudits = false;
  #isEnded = false;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  add(line: string): void {
    const parsed = parsedLine(line);
    const { type } = parsed;
    if (this.#verifier === undefined) {
      const { format, installation } = parsed;
      if (type !== "head" || format !== proofFormat || typeof installation !== "string") {
        throw new StorageError("it is no export of gatehouse audit export --proofs");
      }
      this.#verifier = new ChainVerifier({
        installation,
        ...this.#options,
      });
      return;
    }
    switch (type) {
      case "act":
        this.#verifier.addAct(valueIn(parsed));
        break;
      case "key":
        this.#keys.push(valueIn(parsed));
        break;
      case "environment": {
        const { id, removed } = valueIn<{ id: number; removed: ChainHead }>(parsed);
        const removedHash = removed.hash === null ? null : bytesOfHex(removed.hash);
        this.#environments.push({ id, removedThrough: removed.sequence, removedHash });
        break;
      }
      case "audit":
        this.#begin(this.#verifier).addAudit(valueIn(parsed));
        break;
      case "end":
        this.#isEnded = true;
        break;
      default:
        this.#verifier.addProblem("a line is no record");
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

interface Line {
  readonly type: unknown;
  readonly format?: unknown;
  readonly installation?: unknown;
  readonly value?: unknown;
}

function parsedLine(line: string): Line {
  try {
    const parsed: unknown = JSON.parse(line);
    return isJsonObject(parsed) ? { type: undefined, ...parsed } : { type: undefined };
  } catch {
    return { type: undefined };
  }
}

/** The hashes find a value that has another form. */
function valueIn<Value>({ value }: Line): Value {
  return value as Value;
}
