import { backUp } from "../backup/back-up.ts";
import { BackupError } from "../backup/backup-error.ts";
import type { Manifest } from "../backup/manifest.ts";
import { restore } from "../backup/restore.ts";
import { parseFilePath } from "../config/parse.ts";
import { gatehouseVersion } from "../version.ts";
import { dataOption, jsonOption } from "./administration-subcommand.ts";
import { positional } from "./positional.ts";
import type { Command, Invocation } from "./subcommand.ts";
import { printable } from "./text-table.ts";

const target = { placeholder: "FILE", description: "Where to write it; must not exist." };
const source = { placeholder: "FILE", description: "What backup wrote." };
const emptyDataOption = { ...dataOption, description: "Where to; must be empty or missing." };

/** `gatehouse backup`: one file with all data, also of a server that runs. */
export const backupCommand: Command = {
  name: "backup",
  summary:
    "Writes all data to one checked file that restore reads. A server that runs goes on as ever.",
  options: [jsonOption, dataOption],
  positionals: [target],
  run: (invocation) =>
    reported(invocation, "backed up", ({ given }) =>
      backUp({
        dataDirectory: given.valueOf(dataOption),
        file: positional(given, 0, target, parseFilePath),
        version: gatehouseVersion,
        now: Date.now,
      }),
    ),
};

/** `gatehouse restore`: a data directory out of a backup. */
export const restoreCommand: Command = {
  name: "restore",
  summary: "Makes a data directory of a backup, all of it or nothing.",
  options: [jsonOption, emptyDataOption],
  positionals: [source],
  run: (invocation) =>
    reported(invocation, "restored", ({ given }) =>
      restore({
        file: positional(given, 0, source, parseFilePath),
        dataDirectory: given.valueOf(emptyDataOption),
      }),
    ),
};

async function reported(
  invocation: Invocation,
  done: string,
  work: (invocation: Invocation) => Promise<Manifest>,
): Promise<number> {
  const { given, output } = invocation;
  try {
    const manifest = await work(invocation);
    const names = manifest.databases.map(({ name }) => name).join(" and ");
    output.out(
      given.valueOf(jsonOption)
        ? `${JSON.stringify(manifest)}\n`
        : `${done} ${names}, as of ${manifest.created_at}\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof BackupError) {
      output.err(`gatehouse: ${printable(error.message)}\n`);
      return 1;
    }
    throw error;
  }
}
