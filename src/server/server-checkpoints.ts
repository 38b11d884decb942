import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { CheckpointSchedule } from "../app/record/checkpoint-schedule.ts";
import type { Services } from "../app/services/services.ts";
import type { Leadership } from "../app/writer/leadership.ts";
import type { Config } from "../config/config.ts";
import type { SignedCheckpoint } from "../core/model/checkpoint.ts";
import { describeError } from "../core/text/describe-error.ts";
import type { Log } from "../http/log/log.ts";
import type { Storage } from "../storage/storage.ts";
import { keySourceOf } from "../webhooks/secrets/key-source.ts";
import { SecretVault } from "../webhooks/secrets/secret-vault.ts";
import { type ClosingSteps, closeMs } from "./closing-steps.ts";
import { recordRestore } from "./record-restore.ts";

/** Seals signing keys with the key file of the server; undefined without one for a shared database. */
export function serverVault({
  dataDirectory,
  database,
}: Pick<Config, "dataDirectory" | "database">) {
  return database !== undefined && database.key === undefined
    ? undefined
    : new SecretVault(keySourceOf(dataDirectory, database));
}

export interface ServerCheckpointsOptions {
  readonly config: Pick<Config, "auditCheckpointFile" | "dataDirectory">;
  readonly log: Log;
  readonly services: Pick<Services, "checkpoints" | "writer">;
  readonly storage: Pick<Storage, "reads">;
  readonly leadership: Leadership;
  readonly closing: ClosingSteps;
}

const ownerOnly = 0o600;

interface ServerCheckpoints {
  start(): Promise<void>;
  /** Resolves when a checkpoint is signed, or could not be. */
  signCheckpoint(): Promise<void>;
}

/**
 * The checkpoints of a server, which go to the file of `--audit-checkpoint-file` too. The last one is
 * signed when what was opened later is closed.
 */
export function serverCheckpoints(options: ServerCheckpointsOptions): ServerCheckpoints {
  const { config, services, storage, closing } = options;
  let schedule: CheckpointSchedule | undefined;
  let end: (() => Promise<void>) | undefined;
  closing.add("checkpoints", closeMs.writer, async () => end?.());
  return {
    async start() {
      await recordRestore(config.dataDirectory, services, storage.reads);
      schedule = scheduleOf(options);
      end = schedule?.start();
    },
    signCheckpoint: async () => schedule?.sign(),
  };
}

function scheduleOf(options: ServerCheckpointsOptions): CheckpointSchedule | undefined {
  const { config, log, services, leadership } = options;
  const { checkpoints, writer } = services;
  const { auditCheckpointFile: file } = config;
  if (checkpoints === undefined) {
    log.warn("no checkpoints", { reason: "signing them needs --key-file" });
    return undefined;
  }
  if (file !== undefined) {
    // A file that cannot be written must fail the start.
    append(file, "");
  }
  return new CheckpointSchedule({
    checkpoints,
    writer,
    leadership,
    onSigned(signed) {
      if (file !== undefined) {
        append(file, lineOf(signed));
      }
    },
    onFailure: (error) => log.error("no checkpoint signed", { reason: describeError(error) }),
  });
}

function lineOf({ number, text, key, signature }: SignedCheckpoint): string {
  return `${JSON.stringify({ number, text, key, signature })}\n`;
}

/** The line is on the disk when this returns. */
function append(file: string, line: string): void {
  const opened = openSync(file, "a", ownerOnly);
  try {
    writeSync(opened, line);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
