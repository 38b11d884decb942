import { expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startShell } from "./in-memory-shell.ts";

test("features are exported to a file, imported again, and described", async () => {
  using directory = new TemporaryDirectory();
  const { run } = await startShell(() => Date.UTC(2026, 0, 2, 3, 4));
  const source = join(directory.path, "in.json");
  const target = join(directory.path, "out.json");
  const features = { a: { boolean: "true" }, "b c": {}, d: {} };
  await Bun.write(source, `\ufeff${JSON.stringify({ features })}`);
  const done = (out: string) => ({ code: 0, out, err: "" });
  await run("environment", "create", "Preview");

  expect(await run("import", source)).toEqual(done("imported 3 features into production\n"));
  expect(await run("export", target)).toEqual(done(""));
  const text = await Bun.file(target).text();
  expect(await run("export")).toEqual(done(text));
  expect(await run("export", "-")).toEqual(done(text));
  await Bun.write(source, '{"features":{"a":{}}}');
  expect(await run("import", source, "--environment", "preview", "--json")).toEqual(
    done('{"environment":"preview","features":1,"retired":0,"peer":null}\n'),
  );
  expect((await run("export", "--environment", "preview")).out).not.toBe(text);
  expect(await run("environment", "mirror", "preview", "b c", "a", "a")).toEqual(
    done("mirrored b c\nmirrored a\n"),
  );
  expect(await run("environment", "mirror", "preview")).toEqual(done("mirrored d\n"));
  expect(await run("export", "--environment", "preview")).toEqual(done(text));

  const about = ["--description", "two\nlines", "--longevity", "temporary", "--tags", " x, y,,x "];
  const described = (description: string, rest: string) =>
    done(
      `b c\n  description  ${description}\n${rest}  creator      owner@localhost\n` +
        "  created      2026-01-02 03:04\n",
    );
  const full = "  longevity    temporary\n  tags         x, y\n  owner        owner@localhost\n";
  expect(await run("feature", "describe", "b c", ...about, "--owner", "owner@localhost")).toEqual(
    described("two\n               lines", full),
  );
  const nothing = ["--description=", "--longevity=none", "--tags=", "--owner=none"];
  const bare = "  longevity    none\n  tags         none\n  owner        none\n";
  expect(await run("feature", "describe", "b c", ...nothing)).toEqual(described("none", bare));
});
