import type { Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { findFeature } from "../../core/model/state-lookups.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import {
  type ChosenPeerFeature,
  chosenPeerFeatures,
  gatesToStore,
} from "../commands/chosen-peer-features.ts";
import {
  describeFeature,
  descriptionLengthMax,
  tagLengthMax,
  tagsMax,
} from "../commands/feature-description.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import type { ImportMode } from "../commands/import-commands.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import type { ReadPeerImport } from "../imports/read-peer-import.ts";
import { countedImportSteps } from "./allowed-import-steps.ts";
import type { ImportPreview } from "./summarize-import.ts";

export interface WantedPeerImport {
  readonly imported: ReadPeerImport;
  /** Only an import of Flipper may replace all features. */
  readonly mode: ImportMode;
  /** Whether existing features get the gates of the import. */
  readonly overwrites: boolean;
  readonly typed: string | null | undefined;
}

export interface PeerImportResult extends ImportPreview {
  readonly chosen: readonly ChosenPeerFeature[];
}

/** Imports features of another system in one commit; as `countedImportSteps`. */
export function* peerImportSteps(
  draft: Draft,
  caller: Caller,
  { imported, mode, overwrites, typed }: WantedPeerImport,
  groupPolicy: GroupPolicy,
): Generator<void, PeerImportResult> {
  requireValidCaller(draft, caller);
  const { state } = draft;
  const { isFlipper } = imported;
  const chosen = yield* chosenPeerFeatures(state, caller, imported, overwrites);
  const features = new Map<string, Gates>();
  const kept = new Set<string>();
  for (const { feature, outcome } of chosen) {
    if (outcome === "written" && feature.gates !== null) {
      features.set(feature.key, gatesToStore(feature.gates));
    } else {
      kept.add(feature.key);
    }
  }
  const wanted = { features, mode: isFlipper ? mode : "merge", typed, kept } as const;
  const counted = yield* countedImportSteps(draft, caller, wanted, groupPolicy);
  for (const { feature, outcome } of chosen) {
    const isKnown = findFeature(state, caller.environment.projectId, feature.key) !== undefined;
    const created = findFeature(draft.state, caller.environment.projectId, feature.key);
    if (outcome === "written" && !isKnown && created !== undefined) {
      describeFeature(draft, created, descriptionOf(feature));
    }
    yield;
  }
  const retired = chosen.flatMap(({ feature, outcome }) =>
    outcome === "retired" ? [feature.key] : [],
  );
  return { ...counted, retired, chosen };
}

const blanks = /\s+/g;

function oneLine(text: string): string {
  return visibleText(text.toWellFormed().replace(blanks, " "));
}

/** Descriptions and tags of the other system, as far as they fit. */
function descriptionOf({ description, tags }: ChosenPeerFeature["feature"]) {
  const text = oneLine(description ?? "");
  // Commas separate tags in lists.
  const fitting = tags
    .map(oneLine)
    .filter((tag) => tag !== "" && tag.length <= tagLengthMax && !tag.includes(","));
  return {
    description: text === "" ? null : text.slice(0, descriptionLengthMax).toWellFormed(),
    tags: fitting.slice(0, tagsMax),
  };
}
