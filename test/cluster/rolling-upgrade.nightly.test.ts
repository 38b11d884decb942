import { describe, expect, test } from "bun:test";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import packageJson from "../../package.json" with { type: "json" };
import { logFormat } from "../../src/core/model/logged-change.ts";
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";
import { enable, eventually, everyNode, isFound } from "./asked-nodes.ts";
import { ClusterLoad } from "./cluster-load.ts";
import { TestedCluster } from "./cluster-nodes.ts";

const root = join(import.meta.dir, "../..");
const newerVersion = "99.0.0";
const refusedStart = 2;

/** What a release may do to tables that servers of the last one use. */
const migration = `alter table "gates" add column "later" text;
--> statement-breakpoint
alter table "audits" add column "later" bigint not null default 7;
--> statement-breakpoint
alter table "commits" add column "later" text;
--> statement-breakpoint
create index "audits_later" on "audits" ("later");`;

/**
 * These sources with another version, one more migration and a newer form of the log; returns the
 * command that runs them.
 */
function newerProgram(directory: string): readonly string[] {
  for (const name of ["src", "drizzle", "tsconfig.json"]) {
    cpSync(join(root, name), join(directory, name), { recursive: true });
  }
  for (const name of ["node_modules", "build", "docs", "packaging"]) {
    symlinkSync(join(root, name), join(directory, name));
  }
  const text = JSON.stringify({ ...packageJson, version: newerVersion });
  writeFileSync(join(directory, "package.json"), text);
  const tag = "9999_later";
  writeFileSync(join(directory, `drizzle/postgres/${tag}.sql`), migration);
  change(join(directory, "drizzle/postgres/meta/_journal.json"), '"entries": [', (found) => {
    const entry = JSON.stringify({ idx: 9_999, version: "7", when: 0, tag, breakpoints: true });
    return `${found}${entry},`;
  });
  const format = `export const logFormat = ${logFormat};`;
  change(join(directory, "src/core/model/logged-change.ts"), format, () =>
    format.replace(String(logFormat), String(logFormat + 1)),
  );
  return [process.execPath, "--no-env-file", join(directory, "src/main.ts")];
}

function change(file: string, part: string, changed: (found: string) => string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(part);
  writeFileSync(file, text.replace(part, changed(part)));
}

async function newestForm(url: string): Promise<number> {
  await using sql = new SQL(url, { max: 1 });
  const [row] = await sql`select max(format) as format from commits`;
  return row.format;
}

describe.skipIf(isPostgresMissing)("a rolling upgrade", () => {
  test("replaces servers one by one under load, and refuses and loses nothing", async () => {
    using directory = new TemporaryDirectory();
    const newer = newerProgram(directory.path);
    await using cluster = await TestedCluster.start(await postgresServer());
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    for (const [index, node] of cluster.nodes.entries()) {
      // All that the last of the old servers sees is in its form.
      expect(await newestForm(cluster.url)).toBe(logFormat);
      await node.stop();
      await load.progress();
      await node.start(newer);
      // Clients stay where they are, so the new one must be asked to write.
      const key = `by-${index}`;
      await enable(node, key);
      await everyNode(cluster.nodes, `/features/${key}`, isFound);
      await load.progress();
    }
    await eventually(async () => (await newestForm(cluster.url)) === logFormat + 1);
    await load.progress();
    await load.expectWhole();
    expect(load.refusedWhileServing).toBe(0);
    const listed = await run({ name: "newer", argv: newer }, ["node", "list", "--json"], {
      cwd: directory.path,
      variables: { GATEHOUSE_DATABASE: cluster.url },
    });
    const versions = Array.from(listed.out.matchAll(/"version":\s*"(?<version>[^"]+)"/g));
    expect(versions.map(({ groups }) => groups?.version)).toEqual([
      newerVersion,
      newerVersion,
      newerVersion,
    ]);
    using data = new TemporaryDirectory();
    const older = await run(
      testedProgram,
      ["serve", "--mode", "hosted", "--port", "0", "--data", data.path],
      { cwd: data.path, variables: { GATEHOUSE_DATABASE: cluster.url } },
    );
    expect(older).toEqual({
      code: refusedStart,
      out: "",
      err: expect.stringMatching(/^[^\n]*a newer Gatehouse migrated it[^\n]*\n$/),
    });
  }, 180_000);
});
