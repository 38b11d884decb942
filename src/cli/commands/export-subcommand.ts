import { printable } from "../../core/text/printable.ts";
import { exportText } from "../api-client/export-text.ts";
import { requireShownExpressions } from "../output/hidden-expressions.ts";
import { writeTextFile } from "../output/text-files.ts";
import type { Invocation, Subcommand } from "../subcommand.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import { type ApiSenders, type Target, targetOptions } from "../targets/api-target.ts";
import { openEnvironment } from "../targets/daily-subcommand.ts";
import { onTarget, reportFailures } from "../targets/target-subcommand.ts";

const target = {
  placeholder: "FILE",
  description: "The file to write; the standard output if missing or -.",
  optional: true,
  completion: "files" as const,
};
const syntax = {
  options: targetOptions,
  positionals: [target],
};

/**
 * `gatehouse export`: the effective gates of all features of an environment
 * (docs/clients.md#import-and-export).
 */
export function exportSubcommand(senders: ApiSenders): Subcommand {
  return {
    ...syntax,
    name: "export",
    summary: "Writes all features of an environment as JSON, for gatehouse import.",
    examples: [
      { line: "gatehouse export features.json", text: "Writes Production's features to a file." },
      {
        line: "gatehouse export --environment staging | jq '.features | keys'",
        text: "Lists the keys of the features with another program.",
      },
    ],

    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const text = await onTarget(invocation, senders, openEnvironment, exportOf);
        await writeExport(invocation, text);
        return 0;
      }),
  };
}

function exportOf({ admin, api, at, in: project }: Target): Promise<string> {
  return adminOrPublic(
    () => admin.text("GET /environments/:environment/export", { params: at, query: project }),
    async () => {
      const features = await api.features();
      requireShownExpressions(features, "export features");
      return exportText(features);
    },
  );
}

async function writeExport({ given, output }: Invocation, text: string): Promise<void> {
  const [file = "-"] = given.positionals;
  if (file === "-") {
    output.out(`${printable(text)}\n`);
  } else {
    await writeTextFile(file, `${text}\n`, output.undoAtSignal);
  }
}
