import { Type } from "@sinclair/typebox";
import { clientSettings } from "../../config/client-settings.ts";
import { dataLocationOptions } from "../../config/data-location.ts";
import { switchOption } from "../../config/option.ts";
import { importBytesDefault } from "../../core/model/feature.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment } from "../answers/answer-schemas.ts";
import { ImportPreviewAnswer } from "../answers/feature-schemas.ts";
import { jsonOption, projectOption } from "../options/common-options.ts";
import { confirm } from "../options/confirm-first.ts";
import { positionalText } from "../options/positional-arguments.ts";
import { counted } from "../output/counted-text.ts";
import { withProgress } from "../output/progress.ts";
import { withRoundedPercentages } from "../output/round-percentages.ts";
import { readTextFile } from "../output/text-files.ts";
import { textTable } from "../output/text-table.ts";
import type { Invocation, Subcommand } from "../subcommand.ts";
import { adminOrPublic, answeredEnvironment, routeOrNull } from "../targets/admin-or-public.ts";
import {
  type ApiSenders,
  environmentOption,
  openTarget,
  type Target,
} from "../targets/api-target.ts";
import { type Layout, layoutIn, printJson, reportFailures } from "../targets/daily-subcommand.ts";
import { releasing } from "../targets/releasing.ts";
import { visibleSenders } from "../targets/visible-senders.ts";

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
    "Rounds percentages with decimals to an integer from 1 to 99, and reports " +
    "them. Without it the server refuses them.",
});

const importYesOption = switchOption({
  flag: "yes",
  description: "Does not ask on a terminal before it deletes or clears features.",
});

const examples = [
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
    text: "Imports 12.5 as 13, 0.2 as 1 and 99.8 as 99, and reports it.",
  },
];

const Imported = Type.Object({
  ...inEnvironment,
  features: Type.Integer({ description: "How many features were imported." }),
});
/** What --dry-run prints. */
const Preview = Type.Object({ ...inEnvironment, ...ImportPreviewAnswer.properties });

/** `gatehouse import`: makes an environment equal to an export, as POST /import does. */
export function importSubcommand(senders: ApiSenders): Subcommand {
  return {
    name: "import",
    summary:
      "Makes an environment equal to an export. A feature that the export lacks is deleted from " +
      "the project if the environment is Production; otherwise all its gates are cleared. On a " +
      "terminal the command shows this and asks first.",
    examples,
    json: Type.Union([Imported, Preview]),
    options: [
      ...[dryRunOption, importYesOption, roundOption, environmentOption, projectOption],
      ...[jsonOption, ...dataLocationOptions],
      ...[clientSettings.url, clientSettings.token, clientSettings.basicAuth],
    ],
    positionals: [source],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const { given, output } = invocation;
        const text = await readInput(invocation);
        const visible = visibleSenders(senders, given, output);
        const place = await openTarget(given, visible, given.valueOf(environmentOption));
        const work = given.valueOf(dryRunOption) ? previewImport : importText;
        await releasing([place], () => work(invocation, place, text));
        return 0;
      }),
  };
}

/** With - the answer would be part of the import. */
function canAsk({ given, output }: Invocation): boolean {
  return (
    output.ask !== undefined && !given.valueOf(importYesOption) && positionalText(given, 0) !== "-"
  );
}

/**
 * Asks for a confirmation if the import would delete or clear features. Rejects with a CommandRefusal
 * unless the answer is yes.
 */
async function confirmLosses({ output }: Invocation, place: Target, text: string): Promise<void> {
  const preview = await routeOrNull(previewOf(place, text));
  await place.release();
  if (preview === null) {
    const question = "This server does not report which features an import deletes. Import?";
    await confirm(output, question);
  } else if (preview.removed + preview.cleared > 0) {
    output.err(previewText(preview, layoutIn(output, await answeredEnvironment(place))));
    await confirm(output, "Do this?");
  }
}

function importedText(environment: string | null, features: number): string {
  return `imported ${counted(features, "feature")} into ${environment ?? "the token's environment"}\n`;
}

async function importText(invocation: Invocation, place: Target, text: string): Promise<void> {
  const { given, output } = invocation;
  if (canAsk(invocation)) {
    await confirmLosses(invocation, place, text);
  }
  const features = await importInto(place, text);
  const environment = await answeredEnvironment(place);
  if (given.valueOf(jsonOption)) {
    printJson(output, { environment, features });
  } else {
    output.out(printable(importedText(environment, features).trimEnd()));
    output.out("\n");
  }
}

/** Resolves to the number of imported features. */
function importInto(place: Target, text: string): Promise<number> {
  return adminOrPublic(
    async () => {
      const { created, changed, unchanged } = await sendImport(place, text, "0");
      return created + changed + unchanged;
    },
    async () => {
      await place.api.import(text);
      return featureCount(text);
    },
  );
}

async function previewOf(place: Target, text: string): Promise<ImportPreviewAnswer> {
  const { features, created, changed, cleared, removed, unchanged } = await sendImport(
    place,
    text,
    "1",
  );
  return { created, changed, cleared, removed, unchanged, features };
}

function sendImport({ admin, at, in: project }: Target, text: string, preview: "0" | "1") {
  const input = { params: at, query: { ...project, preview } };
  return admin.callWithText("POST /environments/:environment/import", input, text);
}

async function previewImport(
  { given, output }: Invocation,
  place: Target,
  text: string,
): Promise<void> {
  const preview = await previewOf(place, text);
  const environment = await answeredEnvironment(place);
  if (given.valueOf(jsonOption)) {
    printJson(output, { environment, ...preview });
  } else {
    output.out(previewText(preview, layoutIn(output, environment)));
  }
}

/** Reports the rounded percentages on standard error, so that `--json` stays JSON. */
function roundedText(read: string, output: Invocation["output"]): string {
  const { text, rounded } = withRoundedPercentages(read);
  if (rounded.count > 0) {
    output.err(printable(`rounded ${counted(rounded.count, "percentage")}: ${rounded}`));
    output.err("\n");
  }
  return text;
}

async function readInput({ given, output }: Invocation): Promise<string> {
  const text = await withProgress(output.startProgress, (step) => {
    step("reading the input");
    return readTextFile(positionalText(given, 0), importBytesDefault);
  });
  return given.valueOf(roundOption) ? roundedText(text, output) : text;
}

/** The server has accepted the text, so the form is right. */
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
    `the import would create ${created}, change ${changed}, clear ${cleared} and delete ${removed} ` +
    `${where}; ${unchanged} would stay as they are\n`
  );
}
