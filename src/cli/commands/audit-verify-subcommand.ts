import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption } from "../../config/option.ts";
import { readSettingFile } from "../../config/read-setting-file.ts";
import { parseFilePath } from "../../config/value-parsers.ts";
import {
  type CheckpointAnchor,
  checkpointAnchorIn,
  type SignedCheckpoint,
  signedCheckpointIn,
} from "../../core/model/checkpoint.ts";
import { signingKeyId } from "../../core/secrets/signing.ts";
import { printable } from "../../core/text/printable.ts";
import { BackupError } from "../../storage/backup/backup-error.ts";
import { verifyFile } from "../../storage/chain/verify-file.ts";
import { isVerified, type VerifyReport } from "../../storage/chain/verify-report.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { dataOption, jsonOption } from "../options/common-options.ts";
import { counted } from "../output/counted-text.ts";
import type { Subcommand } from "../subcommand.ts";
import { printAnswer } from "../targets/target-subcommand.ts";

const source = {
  placeholder: "FILE",
  description:
    "A data directory, a database file, a backup, or an export with proofs; the data directory of " +
    "--data if missing.",
  optional: true,
  completion: "files" as const,
};
const keyOption = optionalOption({
  flag: "key",
  placeholder: "FILE",
  description:
    "A file with a public key (PEM) that signed the checkpoints, or that confirmed the key after it.",
  completion: "files",
  parse: parseFilePath,
});
const checkpointsOption = optionalOption({
  flag: "checkpoints",
  placeholder: "FILE",
  description:
    "A file of --audit-checkpoint-file, or checkpoints that webhooks received, one a line.",
  completion: "files",
  parse: parseFilePath,
});

const VerifyJson = Type.Object({
  verified: Type.Boolean(),
  installation: Type.String(),
  chains: Type.Array(
    Type.Object({
      environment: Type.Union([Type.Integer(), Type.Null()], { description: "null for the acts" }),
      records: Type.Integer(),
      last: Type.Integer(),
      bad: Type.Union([
        Type.Object({ record: Type.Integer(), reason: Type.String() }),
        Type.Null(),
      ]),
    }),
  ),
  checkpoints: Type.Integer(),
  keys: Type.Array(Type.String()),
  problems: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
});

/** `gatehouse audit verify` (docs/governance.md#verify). */
export const auditVerifySubcommand: Subcommand = {
  name: "verify",
  summary:
    "Checks that nobody changed the record of audits and acts. Needs no server and changes nothing.",
  examples: [
    { line: "gatehouse audit verify", text: "Checks the data in ./data." },
    {
      line: "gatehouse audit verify --checkpoints /mnt/log/points.jsonl --key key.pem backup.tar.gz",
      text: "Checks a backup with checkpoints and a key that were stored elsewhere.",
    },
  ],
  json: VerifyJson,
  options: [keyOption, checkpointsOption, jsonOption, dataOption],
  positionals: [source],
  async run(invocation) {
    const { given, output } = invocation;
    const path = given.positionals[0] ?? given.valueOf(dataOption);
    const keyFile = given.valueOf(keyOption);
    const checkpointFile = given.valueOf(checkpointsOption);
    const pinnedKey = keyFile === undefined ? undefined : await readKey(keyFile);
    const outside = checkpointFile === undefined ? [] : await readCheckpoints(checkpointFile);
    const temporary = mkdtempSync(join(tmpdir(), "gatehouse-verify-"));
    const remove = () => rmSync(temporary, { recursive: true, force: true });
    using _undo = output.undoAtSignal?.(remove);
    try {
      const report = await verifyFile(path, temporary, { pinnedKey, outside });
      printAnswer(invocation, jsonOf(report), () => textOf(report));
      return isVerified(report) ? 0 : 1;
    } catch (error) {
      if (error instanceof BackupError || error instanceof StorageError) {
        output.err(`gatehouse: ${printable(error.message)}\n`);
        return 1;
      }
      throw error;
    } finally {
      remove();
    }
  },
};

async function readKey(file: string): Promise<string> {
  const text = await readSettingFile("--key", file);
  try {
    signingKeyId(text);
  } catch (error) {
    throw new ConfigError(`--key: ${file} has no public key in PEM form`, { cause: error });
  }
  return text;
}

type OutsideCheckpoint = SignedCheckpoint | CheckpointAnchor;

async function readCheckpoints(file: string): Promise<readonly OutsideCheckpoint[]> {
  const text = await readSettingFile("--checkpoints", file);
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const signed = checkpointIn(line);
      if (signed === undefined) {
        throw new ConfigError(`--checkpoints: ${file} has a line that is no checkpoint`);
      }
      return signed;
    });
}

/** A line of the file, or the payload of a webhook. */
function checkpointIn(line: string): OutsideCheckpoint | undefined {
  try {
    const parsed = JSON.parse(line);
    return (
      signedCheckpointIn(parsed) ??
      signedCheckpointIn(parsed?.data) ??
      checkpointAnchorIn(parsed?.data)
    );
  } catch {
    return undefined;
  }
}

function jsonOf(report: VerifyReport): Static<typeof VerifyJson> {
  const { chains, keys, problems, warnings, ...rest } = report;
  return {
    verified: isVerified(report),
    ...rest,
    chains: chains.map((chain) => ({ ...chain })),
    keys: [...keys],
    problems: [...problems],
    warnings: [...warnings],
  };
}

function textOf(report: VerifyReport): string {
  const { chains, checkpoints, keys, problems, warnings } = report;
  const lines = chains.map(({ environment, records, bad }) => {
    const name = environment === null ? "acts" : `environment ${environment}`;
    const found = bad === null ? "ok" : `record ${bad.record}: ${bad.reason}`;
    return `${name}: ${counted(records, "record")}, ${found}`;
  });
  return [
    ...lines,
    `${counted(checkpoints, "checkpoint")}, signed by ${keys.length === 0 ? "nobody" : keys.join(", ")}`,
    ...problems.map((problem) => `problem: ${problem}`),
    ...warnings.map((warning) => `warning: ${warning}`),
    isVerified(report) ? "verified" : "NOT verified",
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");
}
