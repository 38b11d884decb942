import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFakeRelease } from "./fake-release.ts";
import { Installation } from "./installation.ts";

describe("the manual pages and the completion scripts", () => {
  const extras = [
    ["man/man1/gatehouse.1", "man/man1/gatehouse.1"],
    ["man/man1/gatehouse-token.1", "man/man1/gatehouse-token.1"],
    ["completions/gatehouse.bash", "bash-completion/completions/gatehouse"],
    ["completions/_gatehouse", "zsh/site-functions/_gatehouse"],
    ["completions/gatehouse.fish", "fish/vendor_completions.d/gatehouse.fish"],
  ] as const;
  const files = extras.map(([path]) => ({ path, content: Buffer.from(path), mode: 0o600 }));
  const makeRelease = (place: Installation) =>
    makeFakeRelease(place.release, ["linux-x64"], "1.2.3", files);
  const shared = async (place: Installation) => {
    const names = await readdir(join(place.path, "share"), { recursive: true });
    return names.filter((name) => statSync(join(place.path, "share", name)).isFile()).sort();
  };

  test("are installed beside a directory named bin, and replace older ones", async () => {
    using place = new Installation();
    await makeRelease(place);
    await Bun.write(join(place.path, "share/man/man1/gatehouse.1"), "old");
    for (const bin of [place.bin, `${place.bin}/`]) {
      const { code, out, err } = await place.install(["--from", place.release, "--dir", bin]);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain(
        `manual pages and completion scripts are installed: ${place.path}/share\n`,
      );
      expect(out).toContain(`fpath=(${place.path}/share/zsh/site-functions $fpath)`);
    }
    const paths = extras.map(([, path]) => path as string);
    expect(await shared(place)).toEqual([...paths, "gatehouse/installed-files"].toSorted());
    for (const [source, path] of extras) {
      const file = join(place.path, "share", path);
      expect([await Bun.file(file).text(), statSync(file).mode & 0o777]).toEqual([source, 0o644]);
    }
    expect(place.installed()).toEqual(["gatehouse"]);
  });

  test("are not installed on request, nor beside another directory, which is said", async () => {
    using place = new Installation();
    await makeRelease(place);
    const only = await place.install(["--from", place.release, "--only-executable"]);
    expect([only.code, only.out]).toEqual([0, expect.not.stringContaining("manual")]);
    const elsewhere = join(place.path, "elsewhere");
    const other = await place.install(["--from", place.release, "--dir", elsewhere]);
    expect([other.code, other.out]).toEqual([0, expect.stringContaining("are in the archive")]);
    expect([existsSync(join(place.path, "share")), readdirSync(elsewhere)]).toEqual([
      false,
      ["gatehouse"],
    ]);
  });

  test("that cannot be written do not undo the installation", async () => {
    using place = new Installation();
    await makeRelease(place);
    await Bun.write(join(place.path, "share"), "a file");
    const { code, err } = await place.install(["--from", place.release]);
    expect([code, err]).toEqual([0, expect.stringContaining("share cannot be written")]);
    expect(place.printed()).toBe("gatehouse 1.2.3, linux-x64");
  });

  test("are deleted with the executable by --uninstall, and no other file is", async () => {
    using place = new Installation();
    await makeRelease(place);
    const own = join(place.path, "share/man/man1/own.1");
    await Bun.write(own, "own");
    const uninstall = () => place.install(["--uninstall"]);
    expect(await uninstall()).toMatchObject({ code: 1, err: expect.stringContaining("no list") });
    await place.install(["--from", place.release]);
    expect(await uninstall()).toMatchObject({ code: 0, err: "" });
    expect([place.installed(), await shared(place)]).toEqual([[], ["man/man1/own.1"]]);
    expect(existsSync(join(place.path, "share/gatehouse"))).toBe(false);
  });

  test.each(["share/../own", "own", "/own"])("%s in the list is not deleted", async (path) => {
    using place = new Installation();
    await Bun.write(join(place.path, "own"), "own");
    await Bun.write(join(place.path, "share/gatehouse/installed-files"), `${path}\n`);
    const { code, err } = await place.install(["--uninstall"]);
    expect([code, err]).toEqual([1, expect.stringContaining("is no installed file")]);
    expect(existsSync(join(place.path, "own"))).toBe(true);
  });
});
