import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embedMigrations } from "../../../../src/storage/migrations.macro.ts" with {
  type: "macro",
};
import { embedMigrations as embed } from "../../../../src/storage/migrations.macro.ts";

const embedded = embedMigrations("gatehouse");
const root = join(import.meta.dir, "../../../../drizzle");

test.each(readdirSync(root))("the migrations of %s are exactly the files on disk", (database) => {
  const folder = join(root, database);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const migrations = embed(database);
  expect(migrations.map(({ tag }) => `${tag}.sql`).sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThan(0);
  for (const { tag, hash, statements } of migrations) {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    expect(statements.join("--> statement-breakpoint")).toBe(text);
    expect(hash).toBe(new Bun.CryptoHasher("sha256").update(text).digest("hex"));
  }
});

test("the migrations that are embedded while bundling equal the files on disk", () => {
  expect(embedded).toEqual(embed("gatehouse"));
});
