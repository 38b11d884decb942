import { memoizePerObject } from "../../memo/memoize-per-object.ts";
import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import { all, always, any, type Bounds, never, not, unknown } from "../bounds.ts";
import {
  asText,
  isGiven,
  mapEach,
  memberOf,
  objectsIn,
  textIn,
  unreadable,
} from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";
import { reference } from "../reference.ts";
import { unleashAttribute } from "./unleash-constraints.ts";
import { type UnleashFeature, unleashFeatures } from "./unleash-features.ts";
import {
  constraintsBounds,
  drawsWithoutUser,
  strategyBounds,
  type UnleashParts,
} from "./unleash-strategies.ts";

/** Unleash: the features of its clients' API, and exports of all versions. */
export const unleash: Peer = {
  title: "Unleash",
  recognizes: (document) =>
    isJsonObject(document) &&
    Array.isArray(document.features) &&
    (Array.isArray(document.featureEnvironments) ||
      objectsIn(document, "features").some(
        (feature) =>
          typeof feature.name === "string" &&
          (Array.isArray(feature.strategies) || Array.isArray(feature.environments)),
      )),
  translate: (document, options) => {
    if (!isJsonObject(document) || !Array.isArray(document.features)) {
      throw unreadable("an export of Unleash needs a list named features");
    }
    return translate(document, options);
  },
};

function translate(document: JsonObject, options: PeerOptions): Translation {
  const { format, features } = unleashFeatures(document, options.environment);
  const ids = new ActorIds(options.actorId);
  const parts: UnleashParts = {
    ids,
    segmentBounds: memoizePerObject((constraints) => constraintsBounds(constraints, ids)),
    segments: segmentsIn([document, options.segments]),
  };
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const own = memoizePerObject((feature: UnleashFeature) => ownBounds(feature, parts));
  return {
    format,
    features: mapEach(features, (feature): TranslatedFeature => {
      const parents = feature.dependencies.map((each) => parentBounds(each, byName, own, parts));
      return {
        key: feature.name,
        description: feature.description,
        tags: feature.tags,
        notes: notesOf(feature),
        enabled: feature.isArchived ? "it is archived" : all([...parents, own(feature)]),
      };
    }),
    notes: ["the actor's id is Unleash's userId; all other fields of the context are properties"],
  };
}

/** The state of a feature without the features that it depends on. */
function ownBounds({ isEnabled, strategies }: UnleashFeature, parts: UnleashParts): Bounds {
  if (!isEnabled) {
    return never;
  }
  if (strategies === undefined) {
    return unknown("its strategies are not in the document");
  }
  const active = strategies.filter((each) => memberOf(each, "disabled") !== true);
  if (active.length === 0) {
    return strategies.length === 0 ? always : unknown("all its strategies are disabled");
  }
  return any(active.map((each) => strategyBounds(each, parts)));
}

function parentBounds(
  dependency: JsonObject,
  byName: ReadonlyMap<string, UnleashFeature>,
  own: (feature: UnleashFeature) => Bounds,
  { ids }: UnleashParts,
): Bounds {
  const name = textIn(dependency, "feature") ?? "";
  const parent = byName.get(name);
  if (parent === undefined || parent.isArchived) {
    return unknown(`the parent feature ${name} is not in the document`);
  }
  if (parent.dependencies.length > 0) {
    return never;
  }
  const bounds = own(parent);
  const enabled = reference(name, bounds);
  if (memberOf(dependency, "enabled") === false) {
    // Without a user, Unleash would draw by the session or at random.
    return bounds.draws.size > 0
      ? all([not(enabled), unleashAttribute("userId", ids).present()])
      : not(enabled);
  }
  return isGiven(dependency, "variants")
    ? all([enabled, unknown(`it needs a variant of its parent ${name}`)])
    : enabled;
}

function notesOf(feature: UnleashFeature): readonly string[] {
  const strategies = feature.strategies ?? [];
  const hasVariants = feature.hasVariants || strategies.some((each) => isGiven(each, "variants"));
  return [
    ...(hasVariants ? ["its variants are not imported"] : []),
    ...(feature.isEnabled && strategies.some(drawsWithoutUser)
      ? ["checks without an actor are disabled; Unleash chooses by session or at random"]
      : []),
  ];
}

/** From exports, or from a list of segments of the Admin API. */
function segmentsIn(documents: readonly unknown[]): UnleashParts["segments"] {
  const segments = documents.flatMap((document) =>
    isJsonObject(document)
      ? objectsIn(document, "segments")
      : Array.isArray(document)
        ? document.filter(isJsonObject)
        : [],
  );
  return new Map(
    segments
      .filter((segment) => Array.isArray(segment.constraints))
      .map((segment) => [asText(memberOf(segment, "id")), objectsIn(segment, "constraints")]),
  );
}
