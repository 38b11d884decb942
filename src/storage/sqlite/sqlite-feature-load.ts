import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { Feature, Longevity } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import { columnRows } from "./database/prepared-statements.ts";
import { featuresTable } from "./gatehouse-schema.ts";

/** In the order of the columns below. */
type FeatureRow = readonly [
  id: number,
  projectId: number,
  key: string,
  createdAt: number,
  creatorId: number | null,
  description: string | null,
  longevity: Longevity | null,
  tags: string,
  ownerId: number | null,
];

export function loadFeatures(database: BunSQLiteDatabase): readonly Feature[] {
  const { id, projectId, key, createdAt, creatorId } = featuresTable;
  const { description, longevity, tags, ownerId } = featuresTable;
  const prepared = database
    .select({ id, projectId, key, createdAt, creatorId, description, longevity, tags, ownerId })
    .from(featuresTable)
    .prepare();
  return columnRows<FeatureRow>(prepared).map(featureOf);
}

const noTags: readonly string[] = Object.freeze([]);

function featureOf(row: FeatureRow): Feature {
  const [id, projectId, key, createdAt, creatorId, description, longevity, tags, ownerId] = row;
  return {
    id,
    projectId,
    key,
    createdAt,
    creatorId,
    description,
    longevity,
    tags: tags === "[]" ? noTags : JSON.parse(tags),
    ownerId,
  };
}

export function featuresByProject(features: readonly Feature[]): State["features"] {
  const grouped = Map.groupBy(features, (feature) => feature.projectId);
  return ImmutableMap(
    Array.from(grouped, ([projectId, ofProject]) => [
      projectId,
      ImmutableMap<string, Feature>().withMutations((byKey) => {
        for (const feature of ofProject) {
          byKey.set(feature.key, feature);
        }
      }),
    ]),
  );
}
