import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { gatehouse, type Running, running, shell } from "../documents/running-gatehouse.ts";

const script = join(import.meta.dir, "../../packaging/action/run.sh");
const shellcheck = Bun.which("shellcheck");

let server: Running;
let token: string;

/** Programs in place of those of a runner: `gh` writes what it was called with, and knows one comment. */
const fakeGh = `#!/bin/sh
echo "gh $*" >> "$CALLS"
case "$*" in *"--method"*) cat "$(echo "$*" | sed 's/.*body=@//; s/ .*//')" >> "$CALLS" ;; *) echo "$COMMENTS" ;; esac
`;

beforeAll(async () => {
  server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
  const { directory } = server;
  token = (
    await shell("gatehouse pat create --name ci --scope write owner@localhost", directory)
  ).trim();
  const quoted = gatehouse().map((word) => `'${word}'`);
  await Bun.write(join(directory, "bin/gh"), fakeGh);
  await Bun.write(join(directory, "bin/gatehouse"), `#!/bin/sh\nexec ${quoted.join(" ")} "$@"\n`);
  for (const name of ["gh", "gatehouse"]) {
    await chmod(join(directory, "bin", name), 0o755);
  }
  await Bun.write(
    join(directory, "features.yaml"),
    "version: 1\nfeatures:\n  search: { environments: { production: { percentage_of_actors: 25 } } }\n",
  );
}, 180_000);

afterAll(() => server.stop());

async function action(command: string, more: Readonly<Record<string, string>> = {}) {
  const calls = join(server.directory, `calls-${Bun.randomUUIDv7()}`);
  const child = Bun.spawn(["bash", script], {
    cwd: server.directory,
    env: {
      PATH: `${join(server.directory, "bin")}:${process.env.PATH ?? ""}`,
      HOME: server.directory,
      ...{ INPUT_URL: server.url, INPUT_FILE: "features.yaml", INPUT_PRUNE: "false" },
      ...{ INPUT_COMMAND: command, INPUT_VERSION: "", GATEHOUSE_TOKEN: token, CALLS: calls },
      ...{ GITHUB_REPOSITORY: "shop/app", GITHUB_SHA: "abc123", COMMENTS: "" },
      ...more,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const called = (await Bun.file(calls).exists()) ? await Bun.file(calls).text() : "";
  return { code: await child.exited, out, err, called };
}

test("a pull request gets one comment with the plan, which the next run replaces", async () => {
  const first = await action("plan", { PULL_REQUEST: "7" });
  expect(first).toMatchObject({ code: 0 });
  expect(first.called).toContain("gh api --method POST repos/shop/app/issues/7/comments");
  expect(first.called).toContain("<!-- gatehouse plan -->\n**Gatehouse:** 1 feature: 1 to create");
  const second = await action("plan", { PULL_REQUEST: "7", COMMENTS: "99" });
  expect(second.called).toContain("gh api --method PATCH repos/shop/app/issues/comments/99");
  expect(first.called + first.out + first.err).not.toContain(token);
}, 180_000);

test("a push applies the file, with the commit as the reason", async () => {
  expect(await action("apply")).toMatchObject({ code: 0, called: "" });
  expect(await shell("gatehouse feature show search", server.directory)).toContain("25%");
  expect(await shell("gatehouse audit acts", server.directory)).toContain("Commit abc123");
}, 180_000);

test.each([
  ["an unknown command", "destroy", {}, 'command must be plan or apply, not "destroy"'],
  ["a missing token", "apply", { GATEHOUSE_TOKEN: "" }, "the variable GATEHOUSE_TOKEN is missing"],
  ["a wrong switch", "apply", { INPUT_PRUNE: "yes" }, 'prune must be true or false, not "yes"'],
] as const)("%s is refused", async (_title, command, more, message) => {
  const { code, out } = await action(command, more);
  expect(code).toBe(1);
  expect(out).toContain(`::error::${message}`);
});

test.skipIf(shellcheck === null && process.env.CI !== "true")("shellcheck finds nothing", () => {
  const { exitCode, stdout } = Bun.spawnSync([shellcheck ?? "shellcheck", script]);
  expect(stdout.toString()).toBe("");
  expect(exitCode).toBe(0);
});
