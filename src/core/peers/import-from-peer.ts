import { GatehouseError } from "../errors.ts";
import { runSteps } from "../evaluation/run-steps.ts";
import { quote } from "../text/quote.ts";
import { type Bounds, isDrawn, isSame } from "./bounds.ts";
import { importedKey } from "./imported-key.ts";
import { storedGates } from "./peer-gates.ts";
import type {
  PeerFeature,
  PeerFeatureClass,
  PeerImport,
  PeerOptions,
  TranslatedFeature,
} from "./peer-import.ts";
import { peers } from "./peers.ts";

/** Documents that are nested deeper cannot be read without overflowing the stack. */
const documentDepthMax = 200;

const percentageNote = "it keeps its percentages, but they choose other actors";

const closedNote = "so the feature is disabled for everyone here";

/** As `importFromPeerInSteps`, in one step. */
export function importFromPeer(
  document: unknown,
  name: string | undefined,
  options: PeerOptions = {},
): PeerImport {
  return runSteps(importFromPeerInSteps(document, name, options));
}

/**
 * Reads a document of another system, so that no feature is enabled for more actors than there, in
 * steps of a feature. Percentages keep their size, but choose other actors. `name` is undefined to
 * recognize the system. Throws `import_invalid` for a document that cannot be read, and
 * `request_invalid` for an option.
 */
export function* importFromPeerInSteps(
  document: unknown,
  name: string | undefined,
  options: PeerOptions = {},
): Generator<void, PeerImport> {
  requireShallow([document, options.segments]);
  const peer = peers.get(name ?? detectPeer(document));
  if (peer === undefined) {
    throw new GatehouseError("request_invalid", {
      message: `there is no system ${quote(name ?? "")}, only: ${[...peers.keys()].join(", ")}`,
    });
  }
  const { format, features, notes = [] } = peer.translate(document, options);
  const peerKeys = new Set<string>();
  const keys = new Set<string>();
  const imported: PeerFeature[] = [];
  for (const feature of features) {
    requireNew(peerKeys, feature.key);
    imported.push(importedFeature(peer.matchesLists ? withListNote(feature) : feature, keys));
    yield;
  }
  const renamed = imported
    .filter(({ key, peerKey, gates }) => gates !== null && key !== peerKey)
    .map(({ key, peerKey }) => `the key ${quote(peerKey)} becomes ${quote(key)}`);
  return { peer: peer.title, format, features: imported, notes: [...notes, ...renamed] };
}

/** The name of the only system that a document can be from. Throws `import_invalid` without one. */
export function detectPeer(document: unknown): string {
  const possible = [...peers].filter(([, peer]) => peer.recognizes(document));
  const names = possible.map(([name]) => name);
  const [name, second] = names;
  if (name === undefined || second !== undefined) {
    const form = name === undefined ? "of no known system" : `of ${names.join(" and of ")}`;
    throw new GatehouseError("import_invalid", {
      message: `the document has the form ${form}; name its system: ${[...peers.keys()].join(", ")}`,
    });
  }
  return name;
}

function withListNote(feature: TranslatedFeature): TranslatedFeature {
  const { enabled, notes = [] } = feature;
  const properties = typeof enabled === "string" ? [] : [...enabled.properties];
  return properties.length === 0
    ? feature
    : {
        ...feature,
        notes: [
          ...notes,
          `properties whose value is a list do not match here: ${properties.join(", ")}`,
        ],
      };
}

function importedFeature(feature: TranslatedFeature, keys: Set<string>): PeerFeature {
  const { key: peerKey, description = null, tags = [], notes = [], enabled } = feature;
  const key = importedKey(peerKey);
  const common = { peerKey, key: key ?? peerKey, description, tags, notes };
  const dropped = (reason: string): PeerFeature => ({
    ...common,
    class: "dropped",
    reasons: [reason],
    gates: null,
  });
  if (key === undefined) {
    return dropped("no feature can have this key");
  }
  if (typeof enabled === "string") {
    return dropped(enabled);
  }
  if (keys.has(key)) {
    return dropped(`another feature of the document has the key ${quote(key)}`);
  }
  const gates = storedGates(enabled);
  if (typeof gates === "string") {
    return dropped(gates);
  }
  keys.add(key);
  return { ...common, ...classOf(enabled), gates };
}

function classOf(bounds: Bounds): {
  readonly class: PeerFeatureClass;
  readonly reasons: readonly string[];
} {
  const drawn = isDrawn(bounds) ? [percentageNote] : [];
  if (isSame(bounds)) {
    return { class: drawn.length > 0 ? "share" : "exact", reasons: drawn };
  }
  const closed = bounds.lower === false ? [closedNote] : [];
  return { class: "narrower", reasons: [...bounds.losses, ...drawn, ...closed] };
}

/** A reference to a key must mean one feature. */
function requireNew(seen: Set<string>, key: string): void {
  if (seen.has(key)) {
    throw new GatehouseError("import_invalid", {
      message: `the document contains the feature ${quote(key)} twice`,
    });
  }
  seen.add(key);
}

function requireShallow(documents: readonly unknown[]): void {
  let level = documents;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > documentDepthMax) {
      throw new GatehouseError("import_invalid", {
        message: `the document is nested deeper than ${documentDepthMax} levels`,
      });
    }
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
}
