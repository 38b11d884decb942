import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embedMigrations } from "../../src/storage/migrations.macro.ts" with { type: "macro" };
import { embedMigrations as embed } from "../../src/storage/migrations.macro.ts";

const embedded = embedMigrations("gatehouse");
const folder = join(import.meta.dir, "../../drizzle/gatehouse");

test("the executable carries exactly the steps that are on disk, in their order", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  expect(embedded.map(({ tag }) => `${tag}.sql`).sort()).toEqual(files.sort());
  expect(embedded).toEqual(embed("gatehouse"));
  expect(embedded.length).toBeGreaterThan(0);
});

test.each(embedded)("$tag is the text of its file, and known by its hash", (migration) => {
  const text = readFileSync(join(folder, `${migration.tag}.sql`), "utf8");
  expect(migration.statements.join("--> statement-breakpoint")).toBe(text);
  expect(migration.hash).toBe(new Bun.CryptoHasher("sha256").update(text).digest("hex"));
});
