import { expect, test } from "bun:test";
import { join } from "node:path";
import lock from "../../bun.lock";
import packageJson from "../../package.json" with { type: "json" };

const analytics = "@scarf/scarf";
const standIn = "file:packaging/no-analytics";

/** The packages of the lock file, by where they are installed, as `name@version`. */
function resolutions(): readonly (readonly [place: string, resolution: string])[] {
  return Object.entries(lock.packages).map(([place, [resolution = ""]]) => [place, resolution]);
}

test("the analytics package of swagger-ui-dist is not installed; an empty one is in its place", async () => {
  const named = resolutions().filter((entry) => entry.some((text) => text.includes(analytics)));
  expect(named.map(([, resolution]) => resolution)).toEqual([`${analytics}@${standIn}`]);
  expect(packageJson.overrides).toEqual({ [analytics]: standIn });
  const directory = join(import.meta.dir, "../../packaging/no-analytics");
  const files = await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: directory, dot: true }));
  expect(files).toEqual(["package.json"]);
  const description = await Bun.file(join(directory, "package.json")).json();
  expect(Object.keys(description).sort()).toEqual(["description", "name", "private", "version"]);
});
