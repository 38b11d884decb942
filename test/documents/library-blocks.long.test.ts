import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startListening } from "../api/ofrep/listening-ofrep.ts";
import { freePort } from "../helpers/free-port.ts";
import { documentBlocks } from "./document-blocks.ts";
import { repositoryRoot } from "./document-files.ts";
import { running } from "./running-gatehouse.ts";

/** In the repository, where the name of the package leads to the sources. */
const directory = join(repositoryRoot, "build/document-modules");
beforeAll(() => mkdir(directory, { recursive: true }));
afterAll(() => rm(directory, { recursive: true }));

function rowsOf(kind: string) {
  return documentBlocks()
    .filter((block) => block.test === kind)
    .map(({ document, text }, index) => [`${document}, ${index}`, index, text] as const);
}

test.each(rowsOf("module"))("%s serves the API and its own page", async (_, index, text) => {
  const file = join(directory, `module-${index}.ts`);
  const port = await freePort();
  const module = `${text}\nconsole.log("listening on http://127.0.0.1:${port}");\n`;
  await Bun.write(file, module.replace("port: 3000", `port: ${port}`));
  const server = await running([process.execPath, file]);
  try {
    const features = await fetch(`${server.url}/flipper/api/features`);
    expect(await features.json()).toEqual({ features: [] });
    const [path, content] = pageOf(text);
    const page = await fetch(`${server.url}${path}`);
    expect(await page.text()).toBe(content);
  } finally {
    await server.stop();
  }
});

test.each(rowsOf("script"))("%s prints what its comments say", async (_, index, text) => {
  const place = join(directory, `script-${index}`);
  const { code, out, err } = await runBun(place, "script.ts", text, []);
  expect([code, err]).toEqual([0, ""]);
  expect(out.trim().split("\n")).toEqual(commentedOutput(text));
});

test.each(rowsOf("openfeature"))("%s evaluates as its comments say", async (_, index, text) => {
  await using server = await startListening();
  await server.hosted.manager.gates.post("search", "groups", { name: "staff" });
  const token = await server.hosted.newToken({ access: "evaluate" });
  const place = join(directory, `openfeature-${index}`);
  const script = text.replace("http://127.0.0.1:8080", server.url).replace("TOKEN", token);
  const { code, out, err } = await runBun(place, "script.ts", script, []);
  expect([code, err]).toEqual([0, ""]);
  expect(out.trim().split("\n")).toEqual(commentedOutput(text));
});

test.each(rowsOf("tests"))("the tests of %s pass", async (_, index, text) => {
  const place = join(directory, `tests-${index}`);
  const { code, err } = await runBun(place, "host.test.ts", text, ["test"]);
  expect(err).toContain(`${text.match(/^test\(/gm)?.length} pass`);
  expect(code).toBe(0);
});

test("the tables of the library have every option and method", async () => {
  const document = await readFile(join(repositoryRoot, "docs/library.md"), "utf8");
  const rows = Array.from(document.matchAll(/^\| (`.*?) \|/gm), ([, cell = ""]) => cell);
  const told = rows.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)/g), ([, name]) => name));
  const options = await membersOf("mountable-options.ts", /^ {2}readonly (\w+)\??:/gm);
  const methods = await membersOf("in-process-toggles.ts", /^ {2}(\w+)\(/gm);
  expect(options.length).toBeGreaterThan(5);
  expect(methods.length).toBeGreaterThan(10);
  expect(told.toSorted()).toEqual([...options, ...methods, "handle", "close"].toSorted());
});

/** What the comments behind the calls of `console.log` say. */
function commentedOutput(text: string): string[] {
  return Array.from(text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => String(line));
}

async function membersOf(file: string, pattern: RegExp): Promise<readonly string[]> {
  const text = await readFile(join(repositoryRoot, "src/library", file), "utf8");
  return Array.from(text.matchAll(pattern), ([, name = ""]) => name);
}

/** Runs a file in a directory of its own. */
async function runBun(place: string, name: string, text: string, words: readonly string[]) {
  await mkdir(place, { recursive: true });
  await Bun.write(join(place, name), text);
  const child = Bun.spawn([process.execPath, ...words, `./${name}`], {
    cwd: place,
    env: { PATH: process.env.PATH ?? "", HOME: place },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, err] = await Promise.all([
    child.exited,
    child.stdout.text(),
    child.stderr.text(),
  ]);
  return { code, out, err };
}

/** Returns the path and the content of the page that a module serves beside the API. */
function pageOf(text: string): readonly [path: string, content: string] {
  return text.includes("the old search") ? ["/", "the old search"] : ["/flipper", "your page"];
}
