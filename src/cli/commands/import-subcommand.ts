import { type Static, Type } from "@sinclair/typebox";
import type { ImportMode } from "../../app/commands/import-commands.ts";
import { flipperName, peerNames } from "../../app/imports/read-peer-import.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { dataLocationOptions } from "../../config/data-location.ts";
import { switchOption } from "../../config/option.ts";
import { importBytesDefault } from "../../core/model/feature.ts";
import { ImportPreviewAnswer } from "../answers/feature-schemas.ts";
import { inEnvironment, orNull } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption, projectOption } from "../options/common-options.ts";
import { confirm } from "../options/confirm-first.ts";
import { positionalText } from "../options/positional-arguments.ts";
import { changeOptions, type Why, whyIn, whyQuery } from "../options/why-option.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { withProgress } from "../output/progress.ts";
import { readTextFile } from "../output/text-files.ts";
import { type Invocation, type Subcommand, tableColumns } from "../subcommand.ts";
import {
  answeredEnvironment,
  changeOverAdminOrPublic,
  routeOrNull,
} from "../targets/admin-or-public.ts";
import { type ApiSenders, environmentOption, type Target } from "../targets/api-target.ts";
import { layoutIn, openEnvironment } from "../targets/daily-subcommand.ts";
import { type TargetCall, targetSubcommand } from "../targets/target-subcommand.ts";
import {
  isExact,
  type PeerFile,
  PeerReportAnswer,
  peerAnswer,
  peerFileIn,
  peerOptions,
  peerReportText,
} from "./import-peer-file.ts";
import { featureCount, importedText, previewText, roundedText } from "./import-text.ts";

const source = {
  placeholder: "FILE",
  description: "A file that gatehouse export or another system wrote; - for the standard input.",
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
  {
    line: "gatehouse import flags.yaml --dry-run",
    text: "Shows how much of each feature of another system the import keeps.",
  },
];

const peerMember = {
  peer: orNull(
    PeerReportAnswer,
    "How much of each feature is kept; null for an export of Flipper.",
  ),
};
const Imported = Type.Object({
  ...inEnvironment,
  ...peerMember,
  features: Type.Integer({ description: "How many features were imported." }),
  retired: Type.Integer({ description: "How many were left out, because their keys are retired." }),
});
/** What --dry-run prints. */
const Preview = Type.Object({
  ...inEnvironment,
  ...ImportPreviewAnswer.properties,
  ...peerMember,
  refused: Type.Boolean({ description: "Whether --strict refused the import." }),
});

function isRefused(answer: object): boolean {
  return "refused" in answer && answer.refused === true;
}

/** `gatehouse import`: makes an environment equal to an export, as POST /import does. */
export function importSubcommand(senders: ApiSenders): Subcommand {
  return targetSubcommand(senders, openImport, {
    name: "import",
    summary:
      "Makes an environment equal to an export. A feature that the export lacks is deleted from " +
      "the project if the environment is Production; otherwise all its gates are cleared. On a " +
      "terminal the command shows this and asks first. With --merge such features stay. A file of " +
      `another system (${peerNames.slice(1).join(", ")}) adds features. It enables nobody whom that ` +
      "system disables; percentages keep their size, but choose other actors.",
    examples,
    json: Type.Union([Imported, Preview]),
    options: [
      ...[dryRunOption, mergeOption, importYesOption, roundOption],
      ...peerOptions,
      ...[...changeOptions, environmentOption, projectOption],
      ...[jsonOption, ...dataLocationOptions],
      ...[clientSettings.url, clientSettings.token, clientSettings.basicAuth],
    ],
    positionals: [source],
    work: (call) => (call.given.valueOf(dryRunOption) ? previewImport(call) : importText(call)),
    text: (answer, output) =>
      (answer.peer === null
        ? ""
        : peerReportText(answer.peer, {
            columns: tableColumns(output),
            isDryRun: "created" in answer,
          })) +
      ("created" in answer
        ? previewText(answer, layoutIn(output, answer.environment))
        : importedText(answer)) +
      (isRefused(answer)
        ? "nothing was imported: --strict needs every feature to be exact and imported\n"
        : ""),
    exitCode: (answer) => (isRefused(answer) ? 1 : 0),
  });
}

/** A target, and the text to import there. */
interface ImportTarget extends Target {
  readonly text: string;
  /** Null for an export of Flipper or Gatehouse. */
  readonly peer: PeerFile | null;
}

type ImportCall = TargetCall<ImportTarget>;

async function openImport(invocation: Invocation, senders: ApiSenders): Promise<ImportTarget> {
  const read = await readInput(invocation);
  const peer = await peerFileIn(invocation, read);
  const { given, output } = invocation;
  const rounds = given.valueOf(roundOption) && isFlippers(peer);
  const text = rounds ? roundedText(read, output) : (peer?.text ?? read);
  return { ...(await openEnvironment(invocation, senders)), text, peer };
}

/** Whether an import may replace all features. */
function isFlippers(peer: PeerFile | null): boolean {
  return peer === null || peer.query.from === flipperName;
}

function modeOf({ given, place }: ImportCall): ImportMode {
  return given.valueOf(mergeOption) || !isFlippers(place.peer) ? "merge" : "replace";
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

async function importText(
  call: ImportCall,
): Promise<Immutable<Static<typeof Imported> | Static<typeof Preview>>> {
  const { given, place } = call;
  const mode = modeOf(call);
  if (place.peer?.isStrict === true) {
    const preview = await previewImport(call);
    await place.release();
    if (preview.refused) {
      return preview;
    }
  }
  if (mode === "replace" && canAsk(call)) {
    await confirmLosses(call);
  }
  const imported = await importInto(place, { mode, why: whyIn(given) });
  return { environment: await answeredEnvironment(place), ...imported };
}

/** Resolves to the number of imported features, and of those whose keys are retired. */
function importInto(
  place: ImportTarget,
  { mode, why }: { readonly mode: ImportMode; readonly why: Why },
): Promise<Immutable<Omit<Static<typeof Imported>, "environment">>> {
  return changeOverAdminOrPublic(
    why,
    async () => {
      const { created, changed, unchanged, retired, peer } = await sendImport(place, {
        mode,
        preview: "0",
        ...whyQuery(why),
      });
      return { features: created + changed + unchanged, retired, peer: peerAnswer(peer) };
    },
    async () => {
      if (place.peer !== null) {
        throw new CommandRefusal(
          "this server only imports exports of Flipper, over the Flipper API",
        );
      }
      if (mode === "merge") {
        throw new CommandRefusal("this server only replaces all features, without --merge");
      }
      await place.api.import(place.text);
      return { features: featureCount(place.text), retired: 0, peer: null };
    },
  );
}

async function previewOf(place: ImportTarget, mode: ImportMode) {
  const answer = await sendImport(place, { mode, preview: "1" });
  const { features, created, changed, cleared, removed, unchanged, retired, peer } = answer;
  return {
    created,
    changed,
    cleared,
    removed,
    unchanged,
    retired,
    features,
    peer: peerAnswer(peer),
  };
}

interface SentImport extends ReturnType<typeof whyQuery> {
  readonly mode: ImportMode;
  readonly preview: "0" | "1";
}

const jsonStart = /^\s*[[{]/;

/** Servers of earlier versions know no mode, and refuse a merge. */
function sendImport(
  { admin, at, in: project, text, peer }: ImportTarget,
  { mode, ...asked }: SentImport,
) {
  const merging = mode === "merge" ? { mode } : {};
  const input = { params: at, query: { ...project, ...merging, ...asked, ...peer?.query } };
  const type = peer === null || jsonStart.test(text) ? "application/json" : "application/yaml";
  return admin.callWithText("POST /environments/:environment/import", input, text, type);
}

async function previewImport(call: ImportCall): Promise<Immutable<Static<typeof Preview>>> {
  const { place } = call;
  const preview = await previewOf(place, modeOf(call));
  const refused =
    place.peer?.isStrict === true && !(preview.peer !== null && isExact(preview.peer));
  return { environment: await answeredEnvironment(place), ...preview, refused };
}

function readInput({ given, output }: Invocation): Promise<string> {
  return withProgress(output.startProgress, (step) => {
    step("reading the input");
    return readTextFile(positionalText(given, 0), importBytesDefault);
  });
}
