import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { isFlipperExport, usesOtherGates } from "../../app/imports/flipper-import.ts";
import { parsePeerDocument, peerJsonLengthMax } from "../../app/imports/peer-document.ts";
import { flipperName, peerNames } from "../../app/imports/read-peer-import.ts";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption, switchOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { peers } from "../../core/peers/peers.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { printable } from "../../core/text/printable.ts";
import { oneOfSchema } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { textOption } from "../options/common-options.ts";
import { counted } from "../output/counted-text.ts";
import { readTextFile } from "../output/text-files.ts";
import { textTable } from "../output/text-table.ts";
import type { Invocation } from "../subcommand.ts";

const fromOption = optionalOption({
  flag: "from",
  placeholder: "NAME",
  description:
    "The system that wrote the file. Recognized by the form of the file unless given. A file of " +
    "another system than flipper only adds features.",
  parse: parseOneOf(...peerNames),
});
const overwriteOption = switchOption({
  flag: "overwrite",
  description: "Gives features that exist already the gates of another system's file.",
});
const strictOption = switchOption({
  flag: "strict",
  description: "Imports nothing, with the exit code 1, unless all features of the file are exact.",
});
const peerEnvironmentOption = textOption({
  flag: "peer-environment",
  placeholder: "NAME",
  description: "The environment in another system's file; needed if it has more than one.",
});
const segmentsOption = textOption({
  flag: "segments",
  placeholder: "FILE",
  description: "A second file with segments, for systems that export them apart, as JSON.",
  completion: "files",
});
const actorIdOption = textOption({
  flag: "actor-id",
  placeholder: "PATTERN",
  description: "How ids become ids of actors, such as User;{id}; {id} unless given.",
});

export const peerOptions = [
  ...[fromOption, overwriteOption, strictOption],
  ...[peerEnvironmentOption, segmentsOption, actorIdOption],
];

const Count = Type.Integer();
export const PeerReportAnswer = Type.Object({
  system: Type.String(),
  format: Type.String({ description: "The form of the file." }),
  notes: Type.Array(Type.String()),
  exact: Count,
  share: Count,
  narrower: Count,
  dropped: Count,
  written: Type.Integer({ description: "How many features get the gates of the file." }),
  features: Type.Array(
    Type.Object({
      key: Type.String(),
      peer_key: Type.String({ description: "The key in the other system." }),
      class: oneOfSchema(["exact", "share", "narrower", "dropped"]),
      outcome: oneOfSchema(["written", "kept", "left_out", "retired", "dropped"]),
      reasons: Type.Array(Type.String()),
      notes: Type.Array(Type.String()),
    }),
    { description: "The first 1,000 features of the file." },
  ),
});
export type PeerReportAnswer = Immutable<Static<typeof PeerReportAnswer>>;

/** The file of another system, and the parameters of its import. */
export interface PeerFile {
  readonly text: string;
  readonly isStrict: boolean;
  readonly query: {
    readonly from: string;
    readonly overwrite?: "1";
    readonly peer_environment?: string;
    readonly actor_id?: string;
  };
}

/** Null for an export of Flipper or Gatehouse, unless an option is about other systems. */
export async function peerFileIn({ given }: Invocation, text: string): Promise<PeerFile | null> {
  const overwrites = given.valueOf(overwriteOption);
  const isStrict = given.valueOf(strictOption);
  const environment = given.valueOf(peerEnvironmentOption);
  const segments = given.valueOf(segmentsOption);
  const actorId = given.valueOf(actorIdOption);
  const isAsked =
    overwrites || isStrict || [environment, segments, actorId].some((each) => each !== undefined);
  const from = given.valueOf(fromOption) ?? recognized(text) ?? (isAsked ? flipperName : undefined);
  if (from === undefined) {
    return null;
  }
  return {
    text: segments === undefined ? text : await withSegments(text, segments),
    isStrict,
    query: {
      from,
      ...(overwrites ? { overwrite: "1" } : {}),
      ...(environment === undefined ? {} : { peer_environment: environment }),
      ...(actorId === undefined ? {} : { actor_id: actorId }),
    },
  };
}

const object = /^\s*\{/;

/** Undefined for an export of Flipper or Gatehouse, and for a file that the server refuses as one. */
function recognized(text: string): string | undefined {
  if (text.length > peerJsonLengthMax || text.trim() === "") {
    return undefined;
  }
  let document: unknown;
  try {
    document = parsePeerDocument(text);
  } catch {
    return object.test(text) ? undefined : "auto";
  }
  if (isFlipperExport(document)) {
    return usesOtherGates(document) ? flipperName : undefined;
  }
  const isOther =
    !isJsonObject(document) ||
    !(Object.hasOwn(document, "features") || Object.keys(document).length === 0) ||
    [...peers.values()].some((peer) => peer.recognizes(document));
  return isOther ? "auto" : undefined;
}

async function withSegments(text: string, path: string): Promise<string> {
  const segments = await readTextFile(path, peerJsonLengthMax);
  try {
    return JSON.stringify({ document: JSON.parse(text), segments: JSON.parse(segments) });
  } catch {
    throw new ConfigError("--segments needs two files of JSON");
  }
}

const route = "POST /environments/:environment/import";
type SentReport = NonNullable<AnswerOf<typeof route>["peer"]>;

/** The report of the server, as --json prints it. */
export function peerAnswer(sent: SentReport | undefined): PeerReportAnswer | null {
  return sent === undefined
    ? null
    : {
        ...sent,
        features: sent.features.map(({ peerKey, ...feature }) => ({
          ...feature,
          peer_key: peerKey,
        })),
      };
}

export function isExact({ exact, share, narrower, dropped, written }: PeerReportAnswer): boolean {
  return share + narrower + dropped === 0 && written === exact;
}

const outcomes: Readonly<Record<PeerReportAnswer["features"][number]["outcome"], string>> = {
  written: "imported",
  kept: "exists, kept",
  left_out: "left out",
  retired: "retired key",
  dropped: "not imported",
};

/** Each feature with its class and reasons, and a summary. */
export function peerReportText(
  report: PeerReportAnswer,
  { columns, isDryRun }: { readonly columns: number; readonly isDryRun: boolean },
): string {
  const { features, exact, share, narrower, dropped } = report;
  const total = exact + share + narrower + dropped;
  const rows = features.map((feature) => [
    feature.key,
    feature.class,
    outcomes[feature.outcome],
    [...reasonsOf(feature), ...feature.notes].join("; "),
  ]);
  const table =
    rows.length === 0
      ? ""
      : textTable(["FEATURE", "CLASS", isDryRun ? "WOULD BE" : "RESULT", "REASONS"], rows, columns);
  const more = total - features.length;
  return (
    table +
    (more > 0 ? `and ${counted(more, "more feature")}\n` : "") +
    report.notes.map((note) => `note: ${printable(note)}\n`).join("") +
    `${printable(`${report.system}, ${report.format}`)}: ${counted(total, "feature")}, ` +
    `${exact} exact, ${share} share, ${narrower} narrower, ${dropped} dropped\n`
  );
}

function reasonsOf({ reasons, outcome }: PeerReportAnswer["features"][number]): readonly string[] {
  switch (outcome) {
    case "kept":
      return [...reasons, "--overwrite gives it the gates of the file"];
    case "left_out":
      return [...reasons, "it refers to a feature that does not get the gates of the file"];
    default:
      return reasons;
  }
}
