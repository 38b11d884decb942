import { describe, expect, test } from "bun:test";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";
import { ClusterLoad } from "./cluster-load.ts";
import { TestedCluster } from "./cluster-nodes.ts";

const root = join(import.meta.dir, "../..");
const newerVersion = "99.0.0";

/** These sources with another version; returns the command that runs them. */
function newerProgram(directory: string): readonly string[] {
  for (const name of ["src", "drizzle", "tsconfig.json"]) {
    cpSync(join(root, name), join(directory, name), { recursive: true });
  }
  for (const name of ["node_modules", "build", "docs"]) {
    symlinkSync(join(root, name), join(directory, name));
  }
  const text = JSON.stringify({ ...packageJson, version: newerVersion });
  writeFileSync(join(directory, "package.json"), text);
  return [process.execPath, "--no-env-file", join(directory, "src/main.ts")];
}

describe.skipIf(isPostgresMissing)("a rolling upgrade", () => {
  test("replaces servers one by one under load, and refuses and loses nothing", async () => {
    using directory = new TemporaryDirectory();
    const newer = newerProgram(directory.path);
    await using cluster = await TestedCluster.start(await postgresServer());
    const load = new ClusterLoad(cluster);
    load.start();
    await load.progress();
    for (const node of cluster.nodes) {
      await node.stop();
      await load.progress();
      await node.start(newer);
      await load.progress();
    }
    await load.expectWhole();
    expect(load.refusedWhileServing).toBe(0);
    const listed = await run(testedProgram, ["node", "list", "--json"], {
      cwd: directory.path,
      variables: { GATEHOUSE_DATABASE: cluster.url },
    });
    const versions = Array.from(listed.out.matchAll(/"version":\s*"(?<version>[^"]+)"/g));
    expect(versions.map(({ groups }) => groups?.version)).toEqual([
      newerVersion,
      newerVersion,
      newerVersion,
    ]);
  }, 120_000);
});
