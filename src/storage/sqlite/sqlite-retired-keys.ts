import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { State } from "../../core/model/state.ts";
import { retiredKeysByProject, retiringProjectsOf } from "../rows/retired-rows.ts";
import { rowsOf } from "./database/rows-of.ts";
import { retiredKeysTable, retiringProjectsTable } from "./retired-schema.ts";

export function loadRetiredKeys(
  database: BunSQLiteDatabase,
): Pick<State, "retiredKeys" | "retiringProjects"> {
  return {
    retiredKeys: retiredKeysByProject(rowsOf(database, retiredKeysTable)),
    retiringProjects: retiringProjectsOf(rowsOf(database, retiringProjectsTable)),
  };
}
