import { exportText } from "../api-client/export-text.ts";
import { clientSettings } from "../config/client-settings.ts";
import { dataPlaceOf, dataPlaceOptions } from "../config/data-place.ts";
import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  checkOperationInput,
  projectOption,
  reportRefusal,
} from "./administration-subcommand.ts";
import { type ApiSenders, environmentOption, openPlace, remoteServer } from "./api-place.ts";
import { hintingAtServers, reportFailures } from "./daily-subcommand.ts";
import { requireShownExpressions } from "./hidden-expressions.ts";
import { withProgress } from "./progress.ts";
import type { Invocation, Subcommand } from "./subcommand.ts";
import { writeTextFile } from "./text-files.ts";
import { visibleSenders } from "./visible-senders.ts";

const target = {
  placeholder: "FILE",
  description: "The file to write; the standard output if missing or -.",
  optional: true,
  completion: "files" as const,
};
const syntax = {
  options: [
    environmentOption,
    projectOption,
    ...dataPlaceOptions,
    clientSettings.url,
    clientSettings.token,
    clientSettings.basicAuth,
  ],
  positionals: [target],
};

/**
 * `gatehouse export`: the effective gates of all features of an environment
 * (docs/clients.md#import-and-export).
 */
export function exportSubcommand(administerAt: AdministerAt, senders: ApiSenders): Subcommand {
  return {
    ...syntax,
    name: "export",
    summary: "Writes all features of an environment as JSON, for gatehouse import.",
    examples: [
      { line: "gatehouse export features.json", text: "Writes Production's features to a file." },
      {
        line: "gatehouse export --environment staging | jq '.features | keys'",
        text: "Lists the names of the features with another program.",
      },
    ],

    run: (invocation) =>
      remoteServer(invocation.given) === null
        ? hintingAtServers(() =>
            reportRefusal(invocation, () => exportDirectory(invocation, administerAt)),
          )
        : reportFailures(invocation, 1, () => exportRemotely(invocation, senders)),
  };
}

async function exportDirectory(
  { given, output }: Invocation,
  administerAt: AdministerAt,
): Promise<number> {
  const operationInput = {
    environment: given.valueOf(environmentOption),
    project: given.valueOf(projectOption),
  };
  checkOperationInput("export", operationInput, syntax);
  await withProgress(output.startProgress, async (step) => {
    step("exporting");
    const answer = await administerAt(dataPlaceOf(given))("export", operationInput);
    await writeExport({ given, output }, answer.text);
  });
  return 0;
}

async function exportRemotely({ given, output }: Invocation, senders: ApiSenders): Promise<number> {
  const visible = visibleSenders(senders, given, output);
  const { api } = await openPlace(given, visible, given.valueOf(environmentOption));
  const features = await api.features();
  requireShownExpressions(features, "export features");
  await writeExport({ given, output }, exportText(features));
  return 0;
}

async function writeExport({ given, output }: Invocation, text: string): Promise<void> {
  const [file = "-"] = given.positionals;
  if (file === "-") {
    output.out(`${printable(text)}\n`);
  } else {
    await writeTextFile(file, `${text}\n`, output.undoAtSignal);
  }
}
