import { Type } from "@sinclair/typebox";
import { ImportPreviewAnswer } from "../api-client/gatehouse-answers.ts";
import type { Arguments } from "../config/arguments.ts";
import { clientSettings } from "../config/client-settings.ts";
import { switchOption } from "../config/option.ts";
import { importBytesDefault } from "../model/feature.ts";
import { isJsonObject } from "../text/json-object.ts";
import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  jsonOption,
  projectOption,
} from "./administration-subcommand.ts";
import { inEnvironment } from "./answer-schemas.ts";
import {
  type ApiSenders,
  environmentOption,
  openPlace,
  type Place,
  remoteServer,
} from "./api-place.ts";
import { confirm } from "./ask-first.ts";
import { counted } from "./counted-words.ts";
import {
  hintingAtServers,
  type Layout,
  layoutIn,
  printJson,
  reportFailures,
} from "./daily-subcommand.ts";
import { positionalText } from "./positional-arguments.ts";
import { withProgress } from "./progress.ts";
import { withRoundedPercentages } from "./round-percentages.ts";
import { routeOrNull } from "./route-or-null.ts";
import type { Invocation, Subcommand } from "./subcommand.ts";
import { readTextFile } from "./text-files.ts";
import { textTable } from "./text-table.ts";
import { visibleSenders } from "./visible-senders.ts";

const source = {
  placeholder: "FILE",
  description: "A file that gatehouse export wrote; - for the standard input.",
  completion: "files" as const,
};
const dryRunOption = switchOption({
  flag: "dry-run",
  description: "Shows what would change, and changes nothing.",
});

const roundOption = switchOption({
  flag: "round-percentages",
  description:
    "Rounds percentages with decimals to the nearest integer that is neither 0 nor 100, and says " +
    "which ones. Without it the server refuses them.",
});

const importYesOption = switchOption({
  flag: "yes",
  description: "Does not ask on a terminal before features are deleted or cleared.",
});

const Imported = Type.Object({
  ...inEnvironment,
  features: Type.Integer({ description: "How many features were imported." }),
});
/** What --dry-run prints. */
const Preview = Type.Object({ ...inEnvironment, ...ImportPreviewAnswer.properties });

/** `gatehouse import`: makes an environment equal to an export, as POST /import does. */
export function importSubcommand(administerAt: AdministerAt, senders: ApiSenders): Subcommand {
  const local = localSubcommand(administerAt, readSource);
  return {
    ...local,
    json: Type.Union([Imported, Preview]),
    options: [
      ...[dryRunOption, importYesOption, roundOption, ...local.options],
      ...[clientSettings.url, clientSettings.token, clientSettings.basicAuth],
    ],
    run: (invocation) => {
      const { given } = invocation;
      if (given.valueOf(dryRunOption)) {
        return reportFailures(invocation, 1, () => previewImport(invocation, senders));
      }
      const isRemote = remoteServer(given) !== null;
      if (!(isRemote || canAsk(invocation) || given.valueOf(roundOption))) {
        return hintingAtServers(() => local.run(invocation));
      }
      return reportFailures(invocation, 1, async () => {
        const { text, place } = await readAndOpen(invocation, senders);
        if (canAsk(invocation)) {
          await confirmLosses(invocation, place, text);
        }
        return isRemote
          ? importRemotely(invocation, place, text)
          : localSubcommand(administerAt, async () => text).run(invocation);
      });
    },
  };
}

/** With - the answer would be a part of the import. */
function canAsk({ given, output }: Invocation): boolean {
  return (
    output.ask !== undefined && !given.valueOf(importYesOption) && positionalText(given, 0) !== "-"
  );
}

/** Asks, if the import would delete or close features. Rejects with a CommandRefusal unless the answer is yes. */
async function confirmLosses({ output }: Invocation, place: Place, text: string): Promise<void> {
  const preview = await routeOrNull(place.gatehouse.previewImport(text));
  if (preview === null) {
    const question = "This server does not report which features an import deletes. Import?";
    await confirm(output, question);
  } else if (preview.removed + preview.cleared > 0) {
    output.err(previewText(preview, layoutIn(output, await place.environment())));
    await confirm(output, "Do this?");
  }
}

function localSubcommand(
  administerAt: AdministerAt,
  read: (given: Arguments) => Promise<string>,
): Subcommand {
  return administrationSubcommand(administerAt, {
    name: "import",
    summary:
      "Makes an environment equal to an export. A feature that the export lacks is deleted from " +
      "the project if the environment is Production, else all its gates are closed; on a terminal " +
      "this is shown and asked first.",
    examples: [
      {
        line: "gatehouse import features.json --dry-run",
        text: "Shows what an import would create, change and delete.",
      },
      {
        line: "gatehouse import features.json",
        text: "Makes Production equal to the export, which deletes features that it lacks.",
      },
      {
        line: "gatehouse export | gatehouse import --environment staging -",
        text: "Gives staging the gates of Production, and pins them there.",
      },
      {
        line: "gatehouse import decimals.json --round-percentages",
        text: "Takes 12.5 as 13, 0.2 as 1 and 99.8 as 99, and says so.",
      },
    ],

    operation: "import",
    options: [environmentOption, projectOption],
    positionals: [source],
    input: async (given, step) => {
      step("reading the input");
      const text = await read(given);
      step("importing");
      return {
        environment: given.valueOf(environmentOption),
        project: given.valueOf(projectOption),
        text,
      };
    },
    text: ({ environment, features }) => importedText(environment, features),
  });
}

function importedText(environment: string | null, features: number): string {
  return `imported ${counted(features, "feature")} into ${environment ?? "the token's environment"}\n`;
}

function readSource(given: Arguments): Promise<string> {
  return readTextFile(positionalText(given, 0), importBytesDefault);
}

async function importRemotely(
  { given, output }: Invocation,
  place: Place,
  text: string,
): Promise<number> {
  const environment = await place.environment();
  await place.api.import(text);
  const features = featureCount(text);
  if (given.valueOf(jsonOption)) {
    printJson(output, { environment, features });
  } else {
    output.out(printable(importedText(environment, features).trimEnd()));
    output.out("\n");
  }
  return 0;
}

async function previewImport({ given, output }: Invocation, senders: ApiSenders): Promise<number> {
  const { text, place } = await readAndOpen({ given, output }, senders);
  const preview = await place.gatehouse.previewImport(text);
  const environment = await place.environment();
  if (given.valueOf(jsonOption)) {
    printJson(output, { environment, ...preview });
  } else {
    output.out(previewText(preview, layoutIn(output, environment)));
  }
  return 0;
}

/** Says on the standard error what was rounded, so that `--json` stays JSON. */
function roundedText(read: string, output: Invocation["output"]): string {
  const { text, rounded } = withRoundedPercentages(read);
  if (rounded.count > 0) {
    output.err(printable(`rounded ${counted(rounded.count, "percentage")}: ${rounded}`));
    output.err("\n");
  }
  return text;
}

async function readAndOpen({ given, output }: Invocation, senders: ApiSenders) {
  const read = await withProgress(output.startProgress, (step) => {
    step("reading the input");
    return readSource(given);
  });
  const text = given.valueOf(roundOption) ? roundedText(read, output) : read;
  const visible = visibleSenders(senders, given, output);
  const place = await openPlace(given, visible, given.valueOf(environmentOption));
  return { text, place };
}

/** The server has accepted the text, so it has this form. */
function featureCount(text: string): number {
  const document: unknown = JSON.parse(text);
  const features = isJsonObject(document) ? document.features : {};
  return isJsonObject(features) ? Object.keys(features).length : 0;
}

function previewText(preview: ImportPreviewAnswer, { columns, where }: Layout): string {
  const { features, created, changed, cleared, removed, unchanged } = preview;
  const total = created + changed + cleared + removed;
  if (total === 0) {
    return `the import would change nothing ${where}\n`;
  }
  const table = textTable(
    ["FEATURE", "WOULD BE", "CHANGES"],
    features.map(({ key, change, actions }) => [
      key,
      change,
      Object.entries(actions)
        .map(([action, count]) => (count === 1 ? action : `${action} × ${count}`))
        .join(", "),
    ]),
    columns,
  );
  const more = total - features.length;
  return (
    `${table}${more > 0 ? `and ${counted(more, "more feature")}\n` : ""}` +
    `the import would create ${created}, change ${changed}, close ${cleared} and delete ${removed} ` +
    `${where}; ${unchanged} would stay as they are\n`
  );
}
