import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { ChunkWriter } from "../../core/evaluation/chunked-set.ts";
import { changedSet } from "../../core/evaluation/sorted-set.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import { gateMemberListsTable } from "./gatehouse-schema.ts";
import type { GateLocation, MembersChange } from "./stored-change.ts";

const locationColumns = ["environmentId", "featureId", "gate"] as const;
const noMembers = "[]";

/**
 * Writes changes of groups and actors into their stored lists. A list that grows too long is
 * divided where chunks of a set end.
 */
export function prepareMemberWrites(database: BunSQLiteDatabase): (change: MembersChange) => void {
  const statements = prepareStatements(database);
  const changeMembers = prepareListChange(statements);
  return ({ environmentId, featureId, gate, ...change }) => {
    const location: GateLocation = { environmentId, featureId, gate };
    if (change.kind === "members.cleared") {
      statements.clear.run({ ...location });
      return;
    }
    let rest = change.values;
    while (rest.length > 0) {
      rest = changeMembers(location, change.kind, rest);
    }
  };
}

/** Changes one list, and returns the sorted values that belong to later ones. */
function prepareListChange(statements: Statements) {
  const { listBefore, firstList, nextFirst, remove, save } = statements;
  const endOf = (location: GateLocation, first: string, values: readonly string[]) => {
    const next = nextFirst.get({ ...location, value: first })?.first;
    const end = next === undefined ? -1 : values.findIndex((each) => compareUtf8(each, next) >= 0);
    return end < 0 ? values.length : end;
  };
  return (
    location: GateLocation,
    kind: "members.removed" | "members.added",
    values: readonly string[],
  ): readonly string[] => {
    // The first list also takes values that come before it.
    const list =
      listBefore.get({ ...location, value: values[0] }) ?? firstList.get({ ...location });
    const end = list === undefined ? values.length : endOf(location, list.first, values);
    const own = values.slice(0, end);
    const [added, removed] = kind === "members.added" ? [own, []] : [[], own];
    const known: readonly string[] = JSON.parse(list?.members ?? noMembers);
    const writer = new ChunkWriter();
    writer.add(changedSet(known, added, removed).slice());
    const chunks = writer.chunks();
    if (list !== undefined && list.first !== chunks[0]?.[0]) {
      remove.run({ ...location, first: list.first });
    }
    for (const members of chunks) {
      save.run({ ...location, first: members[0], members: JSON.stringify(members) });
    }
    return values.slice(end);
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: BunSQLiteDatabase) {
  const { first, members } = gateMemberListsTable;
  const ofGate = locationColumns.map((name) =>
    eq(gateMemberListsTable[name], sql.placeholder(name)),
  );
  const value = sql.placeholder("value");
  return {
    listBefore: database
      .select({ first, members })
      .from(gateMemberListsTable)
      .where(and(...ofGate, lte(first, value)))
      .orderBy(desc(first))
      .limit(1)
      .prepare(),
    firstList: database
      .select({ first, members })
      .from(gateMemberListsTable)
      .where(and(...ofGate))
      .orderBy(first)
      .limit(1)
      .prepare(),
    nextFirst: database
      .select({ first })
      .from(gateMemberListsTable)
      .where(and(...ofGate, gt(first, value)))
      .orderBy(first)
      .limit(1)
      .prepare(),
    save: database
      .insert(gateMemberListsTable)
      .values(placeholders(...locationColumns, "first", "members"))
      .onConflictDoUpdate({
        target: [...locationColumns, "first" as const].map((name) => gateMemberListsTable[name]),
        set: excludedValues(gateMemberListsTable, "members"),
      })
      .prepare(),
    remove: database
      .delete(gateMemberListsTable)
      .where(and(...ofGate, eq(first, sql.placeholder("first"))))
      .prepare(),
    clear: database
      .delete(gateMemberListsTable)
      .where(and(...ofGate))
      .prepare(),
  };
}
