import { type Static, Type } from "@sinclair/typebox";
import type { ImportMode } from "../../app/commands/import-commands.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { dataLocationOptions } from "../../config/data-location.ts";
import { switchOption } from "../../config/option.ts";
import { importBytesDefault } from "../../core/model/feature.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { printable } from "../../core/text/printable.ts";
import { ImportPreviewAnswer } from "../answers/feature-schemas.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption, projectOption } from "../options/common-options.ts";
import { confirm } from "../options/confirm-first.ts";
import { positionalText } from "../options/positional-arguments.ts";
import { changeOptions, type Why, whyIn, whyQuery } from "../options/why-option.ts";
import { counted } from "../output/counted-text.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { withProgress } from "../output/progress.ts";
import { withRoundedPercentages } from "../output/round-percentages.ts";
import { readTextFile } from "../output/text-files.ts";
import { textTable } from "../output/text-table.ts";
import type { Invocation, Subcommand } from "../subcommand.ts";
import {
  answeredEnvironment,
  changeOverAdminOrPublic,
  routeOrNull,
} from "../targets/admin-or-public.ts";
import { type ApiSenders, environmentOption, type Target } from "../targets/api-target.ts";
import { type Layout, layoutIn, openEnvironment } from "../targets/daily-subcommand.ts";
import { type TargetCall, targetSubcommand } from "../targets/target-subcommand.ts";

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

const mergeOption = switchOption({
  flag: "merge",
  description: "Adds and overwrites the features of the export, and leaves all others.",
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
    line: "gatehouse import checkout.json --merge",
    text: "Adds the features of the export, and deletes nothing.",
  },
  {
    line: "gatehouse import decimals.json --round-percentages",
    text: "Imports 12.5 as 13, 0.2 as 1 and 99.8 as 99, and reports it.",
  },
];

const Imported = Type.Object({
  ...inEnvironment,
  features: Type.Integer({ description: "How many features were imported." }),
  retired: Type.Integer({ description: "How many were left out, because their keys are retired." }),
});
/** What --dry-run prints. */
const Preview = Type.Object({ ...inEnvironment, ...ImportPreviewAnswer.properties });

/** `gatehouse import`: makes an environment equal to an export, as POST /import does. */
export function importSubcommand(senders: ApiSenders): Subcommand {
  return targetSubcommand(senders, openImport, {
    name: "import",
    summary:
      "Makes an environment equal to an export. A feature that the export lacks is deleted from " +
      "the project if the environment is Production; otherwise all its gates are cleared. On a " +
      "terminal the command shows this and asks first. With --merge such features stay.",
    examples,
    json: Type.Union([Imported, Preview]),
    options: [
      ...[dryRunOption, mergeOption, importYesOption, roundOption],
      ...[...changeOptions, environmentOption, projectOption],
      ...[jsonOption, ...dataLocationOptions],
      ...[clientSettings.url, clientSettings.token, clientSettings.basicAuth],
    ],
    positionals: [source],
    work: (call) => (call.given.valueOf(dryRunOption) ? previewImport(call) : importText(call)),
    text: (answer, output) =>
      "created" in answer
        ? previewText(answer, layoutIn(output, answer.environment))
        : importedText(answer),
  });
}

/** A target, and the text to import there. */
interface ImportTarget extends Target {
  readonly text: string;
}

type ImportCall = TargetCall<ImportTarget>;

async function openImport(invocation: Invocation, senders: ApiSenders): Promise<ImportTarget> {
  const text = await readInput(invocation);
  return { ...(await openEnvironment(invocation, senders)), text };
}

function modeOf({ given }: Invocation): ImportMode {
  return given.valueOf(mergeOption) ? "merge" : "replace";
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
async function confirmLosses({ output, place }: ImportCall): Promise<void> {
  const preview = await routeOrNull(previewOf(place, "replace"));
  await place.release();
  if (preview === null) {
    const question = "This server does not report which features an import deletes. Import?";
    await confirm(output, question);
  } else if (preview.removed + preview.cleared > 0) {
    output.err(previewText(preview, layoutIn(output, await answeredEnvironment(place))));
    await confirm(output, "Do this?");
  }
}

function importedText(imported: Immutable<Static<typeof Imported>>): string {
  const { environment, features, retired } = imported;
  const where = environment === null ? "the token's environment" : printable(environment);
  return `imported ${counted(features, "feature")} into ${where}\n${retiredText(retired)}`;
}

async function importText(call: ImportCall): Promise<Static<typeof Imported>> {
  const { given, place } = call;
  const mode = modeOf(call);
  if (mode === "replace" && canAsk(call)) {
    await confirmLosses(call);
  }
  const { features, retired } = await importInto(place, { mode, why: whyIn(given) });
  return { environment: await answeredEnvironment(place), features, retired };
}

function retiredText(count: number): string {
  return count === 0 ? "" : `left out ${counted(count, "feature")} with a retired key\n`;
}

/** Resolves to the number of imported features, and of those whose keys are retired. */
function importInto(
  place: ImportTarget,
  { mode, why }: { readonly mode: ImportMode; readonly why: Why },
): Promise<Pick<Static<typeof Imported>, "features" | "retired">> {
  return changeOverAdminOrPublic(
    why,
    async () => {
      const { created, changed, unchanged, retired } = await sendImport(place, {
        mode,
        preview: "0",
        ...whyQuery(why),
      });
      return { features: created + changed + unchanged, retired };
    },
    async () => {
      if (mode === "merge") {
        throw new CommandRefusal("this server only replaces all features, without --merge");
      }
      await place.api.import(place.text);
      return { features: featureCount(place.text), retired: 0 };
    },
  );
}

async function previewOf(place: ImportTarget, mode: ImportMode): Promise<ImportPreviewAnswer> {
  const answer = await sendImport(place, { mode, preview: "1" });
  const { features, created, changed, cleared, removed, unchanged, retired } = answer;
  return { created, changed, cleared, removed, unchanged, retired, features };
}

interface SentImport extends ReturnType<typeof whyQuery> {
  readonly mode: ImportMode;
  readonly preview: "0" | "1";
}

/** Servers of earlier versions know no mode, and refuse a merge. */
function sendImport(
  { admin, at, in: project, text }: ImportTarget,
  { mode, ...asked }: SentImport,
) {
  const merging = mode === "merge" ? { mode } : {};
  const input = { params: at, query: { ...project, ...merging, ...asked } };
  return admin.callWithText("POST /environments/:environment/import", input, text);
}

async function previewImport(call: ImportCall): Promise<Immutable<Static<typeof Preview>>> {
  const { place } = call;
  const preview = await previewOf(place, modeOf(call));
  return { environment: await answeredEnvironment(place), ...preview };
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
    return `the import would change nothing ${where}\n${retiredText(preview.retired)}`;
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
    `${where}; ${unchanged} would stay as they are\n${retiredText(preview.retired)}`
  );
}
