import type { TransactionSQL } from "bun";
import { Map as ImmutableMap } from "immutable";
import { gateBytes } from "../../core/evaluation/gate-bytes.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import { setOfSorted } from "../../core/evaluation/sorted-set.ts";
import { Toggle } from "../../core/evaluation/toggle.ts";
import { parseStoredExpression } from "../../core/expressions/expression.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature, Longevity } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import { addStoredBytes, noStoredBytes } from "../../core/model/stored-bytes.ts";
import { unescapedText } from "./escaped-text.ts";

/** The load yields to other work between two portions. */
const rowsPerPortion = 2_000;

/** The rows of a query, in portions. Numbers must be cast, as int8 arrives as text. */
async function* portionsOf<Row>(
  transaction: TransactionSQL,
  query: string,
): AsyncGenerator<readonly Row[], void> {
  await transaction.unsafe(`declare portions no scroll cursor for ${query}`);
  for (;;) {
    const rows: readonly Row[] = await transaction
      .unsafe(`fetch ${rowsPerPortion} from portions`)
      .values();
    if (rows.length > 0) {
      yield rows;
    }
    if (rows.length < rowsPerPortion) {
      break;
    }
  }
  await transaction.unsafe("close portions");
}

/** In the order of the columns below. */
type FeatureColumns = readonly [
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

const selectFeatures = `select id::float8, project_id::float8, key, created_at::float8,
  creator_id::float8, description, longevity, tags, owner_id::float8 from features`;

const noTags: readonly string[] = Object.freeze([]);

/** All features, and their keys by id. */
export async function loadFeatureRows(
  transaction: TransactionSQL,
): Promise<{ features: State["features"]; keys: ReadonlyMap<number, string> }> {
  const byProject = new Map<number, ImmutableMap<string, Feature>>();
  const keys = new Map<number, string>();
  for await (const rows of portionsOf<FeatureColumns>(transaction, selectFeatures)) {
    for (const [projectId, ofProject] of Map.groupBy(rows.map(featureOf), (one) => one.projectId)) {
      const known = byProject.get(projectId) ?? ImmutableMap<string, Feature>();
      byProject.set(
        projectId,
        known.withMutations((byKey) => {
          for (const feature of ofProject) {
            byKey.set(feature.key, feature);
            keys.set(feature.id, feature.key);
          }
        }),
      );
    }
  }
  return { features: ImmutableMap(byProject), keys };
}

function featureOf(columns: FeatureColumns): Feature {
  const [id, projectId, key, createdAt, creatorId, description, longevity, tags, ownerId] = columns;
  return {
    id,
    projectId,
    key: unescapedText(key),
    createdAt,
    creatorId,
    description: description === null ? null : unescapedText(description),
    longevity,
    tags: tags === "[]" ? noTags : JSON.parse(tags),
    ownerId,
  };
}

type GateColumns = readonly [
  environmentId: number,
  featureId: number,
  boolean: boolean,
  expression: string | null,
  percentageOfActors: number,
  percentageOfTime: number,
];

const selectGates = `select environment_id::float8, feature_id::float8, boolean, expression,
  percentage_of_actors, percentage_of_time from gates order by environment_id`;

/** The gates that environments have themselves, and their bytes. */
export async function loadGateRows(
  transaction: TransactionSQL,
  environments: readonly Environment[],
  keys: ReadonlyMap<number, string>,
): Promise<Pick<State, "toggles" | "storedBytes">> {
  const members = await loadMemberRows(transaction);
  const projects = new Map(environments.map(({ id, projectId }) => [id, projectId]));
  const toggles = new Map<number, ImmutableMap<string, Toggle>>();
  let storedBytes = noStoredBytes;
  for await (const rows of portionsOf<GateColumns>(transaction, selectGates)) {
    for (const [environmentId, ofEnvironment] of Map.groupBy(rows, ([id]) => id)) {
      let bytes = 0;
      const known = toggles.get(environmentId) ?? ImmutableMap<string, Toggle>();
      const own = known.withMutations((byKey) => {
        for (const row of ofEnvironment) {
          const key = keys.get(row[1]) ?? "";
          const gates = gatesOf(row, members.get(idsOf(row)));
          bytes += gateBytes(key, gates);
          byKey.set(key, new Toggle(key, gates));
        }
      });
      toggles.set(environmentId, own);
      const projectId = projects.get(environmentId) ?? 0;
      storedBytes = addStoredBytes(storedBytes, { environmentId, projectId }, bytes);
    }
  }
  return { toggles: ImmutableMap(toggles), storedBytes };
}

function gatesOf(
  [, , boolean, expression, percentageOfActors, percentageOfTime]: GateColumns,
  members: Members = noMembers,
): Gates {
  return {
    boolean,
    expression: expression === null ? null : parseStoredExpression(JSON.parse(expression)),
    groups: members.groups,
    actors: members.actors,
    percentageOfActors,
    percentageOfTime,
  };
}

type Members = Pick<Gates, "groups" | "actors">;

const noMembers: Members = { groups: closedGates.groups, actors: closedGates.actors };

type MemberColumns = readonly [
  environmentId: number,
  featureId: number,
  gate: keyof Members,
  values: string,
];

/** One text for each gate: a row for each actor would take several times the memory. */
const selectMembers = `select environment_id::float8, feature_id::float8, gate,
  json_agg(value order by value)::text from gate_members group by 1, 2, 3`;

async function loadMemberRows(transaction: TransactionSQL): Promise<ReadonlyMap<string, Members>> {
  const byIds = new Map<string, Members>();
  for await (const rows of portionsOf<MemberColumns>(transaction, selectMembers)) {
    for (const row of rows) {
      const [, , gate, text] = row;
      const ids = idsOf(row);
      const others = byIds.get(ids) ?? noMembers;
      byIds.set(ids, { ...others, [gate]: setOfSorted(membersOf(text)) });
    }
  }
  return byIds;
}

function membersOf(text: string): readonly string[] {
  const values: readonly string[] = JSON.parse(text);
  return text.includes("\\u0001") ? values.map(unescapedText) : values;
}

function idsOf([environmentId, featureId]: readonly [number, number, ...unknown[]]): string {
  return `${environmentId} ${featureId}`;
}
