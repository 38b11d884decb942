import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isIgnored, parseIgnoreRules } from "../../src/cli/code-scan/ignored-files.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const patterns = [
  ...["a.ts", "/a.ts", "dir/", "dir", "/dir/", "dir/a.ts", "*.ts", "*.gen.*", "a?.ts", "[ab].ts"],
  ...["[!a].ts", "**/a.ts", "dir/**", "dir/**/a.ts", "**/sub/**", "sub/*", "/*", "*", "**"],
  ...["*.ts\n!a.ts", "dir/\n!dir/a.ts", "/*\n!/dir/", "# a.ts", "\\#a.ts", "\\!a.ts", "!a.ts"],
  ...["a.ts ", "a.ts\r", "{a,b}.ts", "a b.ts", ".*", "*.{ts}", "dir/*.ts", "*/a.ts", "A.ts"],
  ...["dir/sub", "su", "sub/a", "d*/s*/", "/!a.ts", "[a-b].ts", "a.t[s]", "**/dir/**/a.ts"],
];
const files = [
  ...[
    "a.ts",
    "b.ts",
    "c.ts",
    "ab.ts",
    "x.gen.js",
    "#a.ts",
    "!a.ts",
    "{a,b}.ts",
    "a b.ts",
    ".env.ts",
  ],
  ...[
    "dir/a.ts",
    "dir/b.ts",
    "dir/sub/a.ts",
    "dir/sub/c.ts",
    "sub/a.ts",
    "other/dir/a.ts",
    "x.{ts}",
  ],
];

/** The files whose directories, or which themselves, the rules ignore. */
function ignoredBy(pattern: string): readonly string[] {
  const lists = [parseIgnoreRules(pattern, "")];
  return files.filter((file) => {
    const names = file.split("/");
    return names.some((_, index) =>
      isIgnored(lists, names.slice(0, index + 1).join("/"), index < names.length - 1),
    );
  });
}

test.skipIf(Bun.which("git") === null)("a .gitignore has the same effect as in git", () => {
  using directory = new TemporaryDirectory();
  for (const file of files) {
    mkdirSync(dirname(join(directory.path, file)), { recursive: true });
    writeFileSync(join(directory.path, file), "");
  }
  const git = (...argv: readonly string[]) =>
    Bun.spawnSync(["git", ...argv], {
      cwd: directory.path,
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    }).stdout.toString();
  git("init", "--quiet");
  for (const pattern of patterns) {
    writeFileSync(join(directory.path, ".gitignore"), `${pattern}\n`);
    const kept = git("ls-files", "--others", "--exclude-standard", "-z").split("\0");
    const ignored = files.filter((file) => !kept.includes(file));
    expect([pattern, ignoredBy(pattern)]).toEqual([pattern, ignored]);
  }
});
