import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  documentSources,
  sourceCommand,
  startFreshServer,
} from "../../packaging/served-document.ts";

const root = join(import.meta.dir, "../..");
/** Where `make test-openapi` has installed packaging/openapi-tools. */
const tools = process.env.OPENAPI_TOOLS ?? join(root, "build/openapi-tools");
const token = "a-preset-token-of-tests";

/** Runs a program in the directory of the tools; returns its exit code and its output. */
async function run(...argv: readonly string[]): Promise<readonly [code: number, output: string]> {
  const child = Bun.spawn([...argv], { cwd: tools, stdout: "pipe", stderr: "pipe" });
  const [code, out, err] = await Promise.all([
    child.exited,
    child.stdout.text(),
    child.stderr.text(),
  ]);
  return [code, out + err];
}

const bun = process.execPath;
const documents = Object.values(documentSources).map(({ file }) => join(root, file));

async function generateClient(): Promise<void> {
  const generator = join(tools, "node_modules/openapi-typescript/bin/cli.js");
  const [code, output] = await run(bun, generator, documents[0] ?? "", "--output", "openapi.d.ts");
  expect([code, output]).toEqual([0, expect.stringContaining("openapi.d.ts")]);
}

test("swagger-parser, redocly and spectral find no error and give no warning", async () => {
  expect(await run(bun, "lint-documents.ts", ...documents)).toEqual([
    0,
    "3 documents, 0 problems\n",
  ]);
});

test("they find the problems of a bad document", async () => {
  const bad = join(tools, "bad.json");
  const paths = { "/a": { get: { responses: {} } } };
  await Bun.write(bad, JSON.stringify({ openapi: "3.0.3", info: { title: "t" }, paths }));
  const [code, output] = await run(bun, "lint-documents.ts", bad);
  expect(code).toBe(1);
  for (const tool of ["swagger-parser: ", "redocly error ", "redocly warn ", "spectral "]) {
    expect(output).toContain(`${bad}: ${tool}`);
  }
});

test("a client of openapi-typescript compiles strictly, and refuses wrong types", async () => {
  await generateClient();
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  expect(await run(bun, compiler, "--project", ".")).toEqual([0, ""]);
  const story = await Bun.file(join(tools, "team-story.ts")).text();
  await Bun.write(
    join(tools, "wrong-story.ts"),
    story
      .replace('body: { flipper_id: "User;1" }', "body: { flipper_id: 1 }")
      .replace("{ exclude_gates: true }", '{ exclude_gates: "true" }')
      .replace("gate.value.toFixed()", "gate.value.join()"),
  );
  const config = { extends: "./tsconfig.json", files: ["wrong-story.ts"] };
  await Bun.write(join(tools, "tsconfig.wrong.json"), JSON.stringify(config));
  const [code, output] = await run(bun, compiler, "--project", "tsconfig.wrong.json");
  expect(code).toBeGreaterThan(0);
  expect(output.match(/^wrong-story\.ts\(\d+,\d+\): error/gm)?.length).toBe(3);
});

test("the client drives the story of a team against the server", async () => {
  await generateClient();
  await using server = await startFreshServer(sourceCommand, "hosted", { GATEHOUSE_TOKEN: token });
  const [code, output] = await run(bun, "team-story.ts", `${server.url}/adapter`, token);
  expect([code, output]).toEqual([0, expect.stringContaining("and is unknown now")]);
});
