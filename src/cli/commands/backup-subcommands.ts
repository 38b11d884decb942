import { existsSync, rmSync } from "node:fs";
import { dataLocationOf, dataLocationOptions } from "../../config/data-location.ts";
import { parseFilePath } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { gatehouseVersion } from "../../core/version.ts";
import { backUp } from "../../storage/backup/back-up.ts";
import { BackupError } from "../../storage/backup/backup-error.ts";
import { Manifest } from "../../storage/backup/backup-manifest.ts";
import { restore } from "../../storage/backup/restore.ts";
import { dataOption, jsonOption } from "../options/common-options.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { withProgress } from "../output/progress.ts";
import type { Invocation, Output, Subcommand } from "../subcommand.ts";
import { printAnswer } from "../targets/target-subcommand.ts";
import type { DatabaseServices } from "./database-subcommands.ts";

const target = {
  placeholder: "FILE",
  description: "The file to write; must not exist.",
  completion: "files" as const,
};
const source = {
  placeholder: "FILE",
  description: "A file that gatehouse backup wrote.",
  completion: "files" as const,
};
const emptyDataOption = {
  ...dataOption,
  description: "The directory to restore into; must be empty or missing.",
};

/** `gatehouse backup`: writes all data to one file, also while servers run. */
export function backupSubcommand({ exportTo }: Pick<DatabaseServices, "exportTo">): Subcommand {
  return {
    name: "backup",
    summary:
      "Writes all data to one verified file, for gatehouse restore. Running servers go on unaffected.",
    examples: [
      { line: "gatehouse backup gatehouse-backup.tar.gz", text: "Backs up the data in ./data." },
      {
        line: "gatehouse backup --database-file database-url backup.tar.gz",
        text: "Backs up a shared database in the same format, from one snapshot.",
      },
      {
        line: 'gatehouse backup --data /var/lib/gatehouse "backup-$(date +%F).tar.gz"',
        text: "Backs up another data directory, to a file with the date in its name.",
      },
    ],
    json: Manifest,
    options: [jsonOption, ...dataLocationOptions],
    positionals: [target],
    run: (invocation) =>
      reported(invocation, "backed up", async ({ given, output }, onStep) => {
        const { directory, database } = dataLocationOf(given);
        const file = positionalValue(given, 0, target, parseFilePath);
        const backUpOf = (dataDirectory: string) =>
          backUp({
            ...{ dataDirectory, file, onStep, version: gatehouseVersion, now: Date.now },
            undoAtSignal: output.undoAtSignal,
          });
        return database === undefined
          ? backUpOf(directory)
          : withExportedCopy(file, output, async (copy) => {
              await exportTo({ address: database, directory: copy, onStep });
              return backUpOf(copy);
            });
      }),
  };
}

/** Does work with an empty directory next to a file, and removes it afterwards. */
async function withExportedCopy<Result>(
  file: string,
  { undoAtSignal }: Output,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = `${file}.copy`;
  if (existsSync(file) || existsSync(directory)) {
    throw new BackupError(`${existsSync(file) ? file : directory} exists already`);
  }
  const remove = () => rmSync(directory, { recursive: true, force: true });
  using _undo = undoAtSignal?.(remove);
  try {
    return await work(directory);
  } finally {
    remove();
  }
}

/** `gatehouse restore`: creates a data directory from a backup. */
export const restoreSubcommand: Subcommand = {
  name: "restore",
  summary: "Creates a data directory from a backup, completely or not at all.",
  examples: [
    {
      line: "gatehouse restore --data ./restored gatehouse-backup.tar.gz",
      text: "Creates the data directory ./restored from the backup.",
    },
  ],
  json: Manifest,
  options: [jsonOption, emptyDataOption],
  positionals: [source],
  run: (invocation) =>
    reported(invocation, "restored", ({ given, output }, onStep) =>
      restore({
        file: positionalValue(given, 0, source, parseFilePath),
        dataDirectory: given.valueOf(emptyDataOption),
        onStep,
        undoAtSignal: output.undoAtSignal,
      }),
    ),
};

async function reported(
  invocation: Invocation,
  done: string,
  work: (invocation: Invocation, onStep: (name: string) => void) => Promise<Manifest>,
): Promise<number> {
  const { output } = invocation;
  try {
    const manifest = await withProgress(output.startProgress, (step) =>
      work(invocation, (name) => step(name, true)),
    );
    const names = manifest.databases.map(({ name }) => name).join(" and ");
    printAnswer(
      invocation,
      manifest,
      () => `${done} ${names}, as of ${printable(manifest.created_at)}\n`,
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
