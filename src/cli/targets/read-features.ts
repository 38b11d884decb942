import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { FeatureDetails } from "../answers/feature-schemas.ts";
import { toTimestamp } from "../answers/json-schemas.ts";
import { type ApiRefusal, nullIfRefused, rewordingRefusals } from "../api-client/api-failure.ts";
import { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { unknownFeature } from "../output/known-feature.ts";
import { adminOrPublic } from "./admin-or-public.ts";
import { productionSlug, type Target } from "./api-target.ts";

/** A feature with its gates and details. */
export const DetailedFeature = Type.Object({
  ...FeatureAnswer.properties,
  details: Type.Union([Type.Omit(FeatureDetails, ["key", "state"]), Type.Null()], {
    description: "Null if the server does not report them.",
  }),
});
export type DetailedFeature = Immutable<Static<typeof DetailedFeature>>;

type SentRow = Immutable<AnswerOf<"GET /environments/:environment/features">["features"][number]>;
type SentGates = NonNullable<SentRow["allGates"]>;

const withGates = { gates: "true" } as const;
const unknownFeatureCodes: ReadonlySet<unknown> = new Set(["feature_not_found", 1]);

interface FeatureList {
  readonly features: readonly DetailedFeature[];
  /** False for a server that only reports gates. */
  readonly hasDetails: boolean;
}

/** All features with their gates and details. */
export function readFeatures(place: Target): Promise<FeatureList> {
  const { admin, api, at } = place;
  return adminOrPublic<FeatureList>(
    async () => {
      const { features } = await admin.call("GET /environments/:environment/features", {
        params: at,
        query: { ...place.in, ...withGates },
      });
      return {
        features: features.map((row) => detailed(row, admin.environment)),
        hasDetails: true,
      };
    },
    async () => {
      const features = await api.features();
      return { features: features.map(withoutDetails), hasDetails: false };
    },
  );
}

/** Rejects with a CommandRefusal for an unknown feature, with a suggestion. */
export function readKnownFeature(place: Target, key: string): Promise<DetailedFeature> {
  return namingUnknownFeature(place, key, () => readFeature(place, key));
}

/** The feature; null if there is none. */
export function readFeatureIfKnown(place: Target, key: string): Promise<DetailedFeature | null> {
  return nullIfRefused(readFeature(place, key), isUnknownFeature);
}

function readFeature(place: Target, key: string): Promise<DetailedFeature> {
  const { admin, api, at } = place;
  return adminOrPublic(
    async () => {
      const row = await admin.call("GET /environments/:environment/features/:key", {
        params: { ...at, key },
        query: { ...place.in, ...withGates },
      });
      return detailed(row, admin.environment);
    },
    async () => withoutDetails(await api.feature(key)),
  );
}

/** The keys of all features. */
export function featureKeys({ admin, api, at, in: project }: Target): Promise<readonly string[]> {
  return adminOrPublic(
    async () => {
      const { features } = await admin.call("GET /environments/:environment/features", {
        params: at,
        query: project,
      });
      return features.map(({ key }) => key);
    },
    () => api.keys(),
  );
}

/** Does work. Rejects with a CommandRefusal for an unknown feature, as `readKnownFeature` does. */
export function namingUnknownFeature<Answer>(
  place: Target,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return rewordingRefusals(work, async (refusal) =>
    isUnknownFeature(refusal)
      ? new CommandRefusal(unknownFeature(key, await featureKeys(place)))
      : refusal,
  );
}

function isUnknownFeature({ code }: ApiRefusal): boolean {
  return unknownFeatureCodes.has(code);
}

function withoutDetails(feature: FeatureAnswer): DetailedFeature {
  return { ...feature, details: null };
}

function detailed(row: SentRow, environment: string | null): DetailedFeature {
  const { key, state, allGates, description, longevity, tags, owner, changedAt } = row;
  return {
    ...featureWith({ key, state, gates: allGates }),
    details: {
      ...{ description, longevity, tags, owner },
      creator: row.creator ?? null,
      created_at: toTimestamp(row.createdAt),
      changed_at: changedAt === null ? null : toTimestamp(changedAt),
      // Production never has an override, but its gates are its own.
      overridden: row.isOverridden && environment !== productionSlug,
      stale: row.looksFinished,
    },
  };
}

interface SentFeature {
  readonly key: string;
  readonly state: FeatureAnswer["state"];
  readonly gates: SentGates | undefined;
}

/** A feature of the Admin API in the form of the public API. */
export function featureWith({ key, state, gates }: SentFeature): FeatureAnswer {
  const { boolean = false, expression = null, groups = [], actors = [] } = gates ?? {};
  return {
    ...{ key, state },
    gates: [
      { key: "boolean", name: "boolean", value: boolean },
      { key: "expression", name: "expression", value: expression },
      { key: "groups", name: "group", value: groups },
      { key: "actors", name: "actor", value: actors },
      percentageGate("percentage_of_actors", gates?.percentageOfActors ?? 0),
      percentageGate("percentage_of_time", gates?.percentageOfTime ?? 0),
    ],
  };
}

function percentageGate(key: "percentage_of_actors" | "percentage_of_time", value: number) {
  return { key, name: key, value };
}
