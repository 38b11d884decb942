import { eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { Gates } from "../../core/evaluation/gates.ts";
import { bytesOfSet } from "../../core/evaluation/set-bytes.ts";
import { setOfSorted } from "../../core/evaluation/sorted-set.ts";
import { Toggle } from "../../core/evaluation/toggle.ts";
import { parseStoredExpression } from "../../core/expressions/expression.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { addStoredBytes, noStoredBytes, type StoredBytes } from "../../core/model/stored-bytes.ts";
import { columnRows } from "./database/prepared-statements.ts";
import { holdsRows } from "./database/rows-of.ts";
import { gateMemberListsTable, gatesTable } from "./gatehouse-schema.ts";

/** The gates that environments have themselves, and their bytes. */
interface OwnGates {
  readonly toggles: State["toggles"];
  readonly storedBytes: StoredBytes;
}

/** Reads one environment after the other, so that few rows are in memory at once. */
export function loadOwnGates(
  database: BunSQLiteDatabase,
  environments: readonly Environment[],
  keys: ReadonlyMap<number, string>,
): OwnGates {
  if (!holdsRows(database, gatesTable)) {
    return { toggles: ImmutableMap(), storedBytes: noStoredBytes };
  }
  const readGates = prepareGatesRead(database);
  const readMembers = prepareMembersRead(database);
  const toggles = new Map<number, ImmutableMap<string, Toggle>>();
  let storedBytes = noStoredBytes;
  for (const { id, projectId } of environments) {
    const rows = readGates(id);
    if (rows.length > 0) {
      const members = readMembers(id);
      let bytes = 0;
      const own = ImmutableMap<string, Toggle>().withMutations((byKey) => {
        for (const row of rows) {
          const [featureId] = row;
          const key = keyOf(keys, featureId);
          const toggle = new Toggle(key, gatesOf(row, members.get(featureId) ?? noMembers));
          bytes += rowBytes(row, toggle);
          byKey.set(key, toggle);
        }
      });
      toggles.set(id, own);
      storedBytes = addStoredBytes(storedBytes, { environmentId: id, projectId }, bytes);
    }
  }
  return { toggles: ImmutableMap(toggles), storedBytes };
}

/** In the order of the columns below. */
type GatesRow = readonly [
  featureId: number,
  boolean: number,
  expression: string | null,
  percentageOfActors: number,
  percentageOfTime: number,
];

function prepareGatesRead(database: BunSQLiteDatabase) {
  const { featureId, boolean, expression, percentageOfActors, percentageOfTime } = gatesTable;
  const prepared = database
    .select({ featureId, boolean, expression, percentageOfActors, percentageOfTime })
    .from(gatesTable)
    .where(eq(gatesTable.environmentId, sql.placeholder("environmentId")))
    .prepare();
  return (environmentId: number) => columnRows<GatesRow>(prepared, { environmentId });
}

type MemberGate = "groups" | "actors";
type MemberLists = Record<MemberGate, string[]>;
type MembersRow = readonly [featureId: number, gate: MemberGate, members: string];

const noList: string[] = [];
const noMembers: MemberLists = { groups: noList, actors: noList };

/** SQLite sorts by UTF-8 bytes, as `SortedSet` does. */
function prepareMembersRead(database: BunSQLiteDatabase) {
  const { featureId, gate, first, members, environmentId } = gateMemberListsTable;
  const prepared = database
    .select({ featureId, gate, members })
    .from(gateMemberListsTable)
    .where(eq(environmentId, sql.placeholder("environmentId")))
    .orderBy(featureId, gate, first)
    .prepare();
  return (id: number): ReadonlyMap<number, Readonly<MemberLists>> => {
    const byFeature = new Map<number, MemberLists>();
    for (const [feature, gate, text] of columnRows<MembersRow>(prepared, { environmentId: id })) {
      let lists = byFeature.get(feature);
      if (lists === undefined) {
        lists = { ...noMembers };
        byFeature.set(feature, lists);
      }
      addMembers(lists, gate, JSON.parse(text));
    }
    return byFeature;
  };
}

/** A large set is stored as several lists. */
function addMembers(lists: MemberLists, gate: MemberGate, members: string[]): void {
  const known = lists[gate];
  if (known === noList) {
    lists[gate] = members;
  } else {
    for (const member of members) {
      known.push(member);
    }
  }
}

/** As `gateBytes` of the toggle: an expression is stored as the text that counts. */
function rowBytes([, , expression]: GatesRow, { key, gates }: Toggle): number {
  return (
    Buffer.byteLength(key) +
    (expression === null ? 0 : Buffer.byteLength(expression)) +
    bytesOfSet(gates.groups) +
    bytesOfSet(gates.actors)
  );
}

function gatesOf(row: GatesRow, { groups, actors }: Readonly<MemberLists>): Gates {
  const [, boolean, expression, percentageOfActors, percentageOfTime] = row;
  return {
    boolean: boolean === 1,
    expression: expression === null ? null : parseStoredExpression(JSON.parse(expression)),
    groups: setOfSorted(groups),
    actors: setOfSorted(actors),
    percentageOfActors,
    percentageOfTime,
  };
}

function keyOf(keys: ReadonlyMap<number, string>, featureId: number): string {
  const key = keys.get(featureId);
  if (key === undefined) {
    throw new Error(`The gates of feature ${featureId} have no feature`);
  }
  return key;
}
