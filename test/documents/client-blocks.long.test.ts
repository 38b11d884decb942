import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { documentBlocks } from "./document-blocks.ts";
import { repositoryRoot } from "./document-files.ts";
import { gatehouse, type Running, running } from "./running-gatehouse.ts";

const token = "a-token-for-the-documents";
/** In the repository, where the name of the package leads to the sources. */
const directory = join(repositoryRoot, "build/document-clients");
let server: Running;

beforeAll(async () => {
  await mkdir(directory, { recursive: true });
  const argv = gatehouse("serve", "--port", "0", "--log-level", "error");
  server = await running(argv, { GATEHOUSE_TOKEN: token });
  const answer = await fetch(`${server.url}/adapter/features/search/actors`, {
    method: "POST",
    headers: { "flipper-cloud-token": token },
    body: new URLSearchParams({ flipper_id: "User;42" }),
  });
  expect(answer.status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

const rows = documentBlocks()
  .filter((block) => block.test === "client")
  .map(({ document, text }, index) => [`${document}, ${index}`, index, text] as const);

test.each(rows)("%s prints what its comments say", async (_, index, text) => {
  const file = join(directory, `client-${index}.ts`);
  await Bun.write(file, text);
  const child = Bun.spawn([process.execPath, file], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: directory,
      GATEHOUSE_URL: server.url,
      GATEHOUSE_TOKEN: token,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, err] = await Promise.all([
    child.exited,
    child.stdout.text(),
    child.stderr.text(),
  ]);
  expect([code, err]).toEqual([0, ""]);
  const commented = Array.from(
    text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm),
    ([, line]) => line,
  );
  expect(out.trim().split("\n")).toEqual(commented.map(String));
});

test("the tables of the client have every option and method", async () => {
  const [document, types] = await Promise.all(
    ["docs/client.md", "src/client/client-types.ts"].map((path) =>
      readFile(join(repositoryRoot, path), "utf8"),
    ),
  );
  const section = /## Options and methods([\s\S]*?)\n## /.exec(document ?? "")?.[1] ?? "";
  const told = Array.from(section.matchAll(/^\| `(\w+)/gm), ([, name]) => name);
  const membersOf = (name: string) => {
    const body = new RegExp(`interface ${name} \\{([\\s\\S]*?)\\n\\}`).exec(types ?? "")?.[1] ?? "";
    return Array.from(body.matchAll(/^ {2}(?:readonly )?(\w+)[?(:]/gm), ([, member]) => member);
  };
  expect(membersOf("ClientOptions").length).toBeGreaterThan(5);
  expect(told).toEqual([...membersOf("ClientOptions"), ...membersOf("Client")]);
});
