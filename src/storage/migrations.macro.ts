import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One migration of a database's schema, from `drizzle/`. */
export interface Migration {
  readonly tag: string;
  /** The SHA-256 of the file, which reveals a change of an applied migration. */
  readonly hash: string;
  readonly statements: readonly string[];
}

/** Runs while bundling, so the executable contains the migrations. */
export function embedMigrations(database: string): Migration[] {
  const folder = join(import.meta.dir, "../../drizzle", database);
  const journal: unknown = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  return tagsOf(journal).map((tag) => {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    return {
      tag,
      hash: createHash("sha256").update(text).digest("hex"),
      statements: text.split("--> statement-breakpoint"),
    };
  });
}

function tagsOf(journal: unknown): string[] {
  if (
    typeof journal !== "object" ||
    journal === null ||
    !("entries" in journal) ||
    !Array.isArray(journal.entries)
  ) {
    throw new Error("The migration journal has no entries");
  }
  return journal.entries.map((entry: { readonly tag: string }) => entry.tag);
}
