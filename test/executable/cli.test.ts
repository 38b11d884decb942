import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import packageJson from "../../package.json" with { type: "json" };

const executable = process.env.TESTED_PROGRAM ?? "";

/** Runs the built executable outside of the sources, with only the given Gatehouse variables. */
async function gatehouse(argv: readonly string[], variables: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GATEHOUSE_"));
  const child = Bun.spawn([executable, ...argv], {
    cwd: tmpdir(),
    env: { ...Object.fromEntries(inherited), ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

test("TESTED_PROGRAM names the executable", async () => {
  expect(await Bun.file(executable).exists()).toBe(true);
});

test("the executable has its version built in, without package.json", async () => {
  const out = `gatehouse ${packageJson.version}\n`;
  for (const word of ["--version", "-v", "version"]) {
    expect(await gatehouse([word])).toEqual({ code: 0, out, err: "" });
  }
});

test("the executable reads its arguments and environment", async () => {
  expect(await gatehouse(["serve", "--help"])).toMatchObject({ code: 0, err: "" });
  expect(await gatehouse(["serve"], { GATEHOUSE_PROT: "1" })).toEqual({
    code: 2,
    out: "",
    err: "gatehouse: unknown variable GATEHOUSE_PROT; did you mean GATEHOUSE_PORT? (see gatehouse serve --help)\n",
  });
});
