import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { isNightly } from "../helpers/runs.ts";
import { makeFakeRelease } from "../packages/fake-release.ts";
import { type DocumentBlock, documentBlocks } from "./document-blocks.ts";
import { repositoryRoot } from "./document-files.ts";
import { gatehouse, type Running, running, shell } from "./running-gatehouse.ts";

const blocks = documentBlocks();
const token = "a-token-for-the-documents";
const documentedUrl = "http://127.0.0.1:8080";

/** The words after `test:` in the comment before a block. */
const kinds = [
  ...[
    "hosted",
    "mountable",
    "admin",
    "certificate",
    "commands",
    "demo",
    "guide",
    "rails",
    "cluster",
    "backups",
    "governance",
    "rollouts",
    "protected",
    "guarded",
    "install",
    "pipeline",
  ],
  ...["module", "script", "tests", "client"],
  ...["openfeature", "browser", "react", "receiver", "unrun"],
];
/** Commands that continuous integration runs; `setup` is a part of `test`, the last two of `test-package`. */
const runByCi = [
  ...["make run\n", "make test\n", "make setup\n"],
  ...["bun add gatehouse-flags elysia\n", "bunx gatehouse-flags serve\n"],
];
/** Languages of blocks without commands. */
const notCommands = ["http", "json", "mermaid", "text", "yaml"];
/** Blocks that show settings, not commands. */
const settingsOnly = /^(?:[A-Z_]+=\S+\n)+$/;

/** Every day runs those of the front page, a long run all. */
function blocksOf(kind: string): readonly DocumentBlock[] {
  return blocks.filter(
    ({ test: is, document }) => is === kind && (isNightly || document === "README.md"),
  );
}

/** Returns the blocks of a kind as rows for `test.each`: a name, and the block. */
function rowsOf(kind: string) {
  return blocksOf(kind).map((block, index) => [`${block.document}, ${index}`, block] as const);
}

test("every block of commands in the documents is tested here or run by CI", () => {
  const untested = blocks.filter(
    ({ test: kind, language, text }) =>
      kind === undefined &&
      !notCommands.includes(language) &&
      !runByCi.includes(text) &&
      !settingsOnly.test(text),
  );
  expect(untested.map(({ document, text }) => `${document}: ${text}`)).toEqual([]);
});

test("the front page has at most 800 words", async () => {
  const text = await Bun.file(join(repositoryRoot, "README.md")).text();
  const words = text.split(/\s+/).filter((word) => /\w/.test(word));
  expect(words.length).toBeLessThanOrEqual(800);
});

test("every kind of block is used, and no block is of an unknown kind", () => {
  const used = new Set(blocks.flatMap(({ test: kind }) => (kind === undefined ? [] : [kind])));
  expect([...used].sort()).toEqual(kinds.toSorted());
});

/** Each document and mode gets a new server, so that no document depends on another. */
const documentsWithRequests = ["hosted", "mountable"].flatMap((mode) =>
  [...new Set(blocksOf(mode).map(({ document }) => document))].map(
    (document) => [document, mode] as const,
  ),
);

describe.each(documentsWithRequests)("the requests of %s to a %s server", (document, mode) => {
  let server: Running;
  beforeAll(async () => {
    const variables: Readonly<Record<string, string>> =
      mode === "hosted" ? { GATEHOUSE_TOKEN: token } : {};
    server = await running(
      gatehouse("serve", "--mode", mode, "--port", "0", "--log-level", "error"),
      variables,
    );
  });
  afterAll(() => server.stop());

  const requests = blocksOf(mode).filter((block) => block.document === document);
  test.each(requests.map((block) => [block.text, block] as const))("%s", async (_, block) => {
    const lines = block.text
      .replaceAll(documentedUrl, server.url)
      .replaceAll("curl ", "curl --silent --show-error --fail ");
    const out = await shell(lines, server.directory, { TOKEN: token });
    if (block.answer === undefined) {
      expect(() => JSON.parse(out)).not.toThrow();
    } else {
      expect(JSON.parse(out)).toEqual(JSON.parse(block.answer));
    }
  });
});

/** Patterns that the output of a document's commands must match. */
const printed: Readonly<Record<string, readonly RegExp[]>> = {
  "docs/operations.md": [/^gatehouse_\S+$/m, /load-test/, /someone@example\.com/],
};

test.concurrent.each(rowsOf("commands"))(
  "the commands of %s work while a server is running",
  async (_, { document, text }) => {
    const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
    try {
      await fetch(`${server.url}/healthz`);
      const out = await shell(
        `gatehouse import - <<'JSON'\n{"features":{"search":{}}}\nJSON\n${text}`,
        server.directory,
      );
      for (const pattern of printed[document] ?? []) {
        expect(out).toMatch(pattern);
      }
    } finally {
      await server.stop();
    }
  },
  180_000,
);

test.concurrent.each(rowsOf("backups"))(
  "the backup of %s restores the features",
  async (_, { text }) => {
    const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
    try {
      const imports = `gatehouse import - <<'JSON'\n{"features":{"search":{}}}\nJSON\n`;
      await shell(`${imports}${text}`, server.directory);
      const exported = await shell("gatehouse export --data ./restored", server.directory);
      expect(exported).toContain('"search"');
    } finally {
      await server.stop();
    }
  },
  180_000,
);

test.each(rowsOf("demo"))("the demo of %s starts", async (_, { text }) => {
  const [, argument = ""] = /^make run ARGS=(\S+)\n$/.exec(text) ?? [];
  const server = await running(gatehouse("serve", argument, "--log-level", "error"));
  try {
    expect((await fetch(`${server.url}/demo`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test.each(rowsOf("install"))("the commands of %s install the release", async (_, { text }) => {
  using directory = new TemporaryDirectory();
  const platforms = ["linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl"];
  await makeFakeRelease(directory.path, [...platforms, "darwin-x64", "darwin-arm64"]);
  const out = await shell(text, directory.path);
  const executable = join(directory.path, ".local/bin/gatehouse");
  expect(out).toContain(`is installed: ${executable}\n`);
  expect(Bun.spawnSync([executable]).stdout.toString()).toStartWith("gatehouse 1.2.3, ");
});

test.concurrent.each(rowsOf("certificate"))(
  "the certificate of %s works for a client that trusts it",
  async (_, { text }) => {
    const makesCertificate = text.split("dist/gatehouse")[0] ?? "";
    expect(makesCertificate).toContain("openssl req");
    const directory = join(repositoryRoot, "build", `certificate-${Bun.hash(text)}`);
    await mkdir(directory, { recursive: true });
    await shell(makesCertificate, directory);
    const server = await running(
      gatehouse(
        ...["serve", "--port", "0", "--log-level", "error"],
        ...["--tls-cert", join(directory, "gatehouse.crt")],
        ...["--tls-key", join(directory, "gatehouse.key")],
      ),
      { GATEHOUSE_TOKEN: token },
    );
    try {
      const port = new URL(server.url).port;
      const answer = await fetch(`https://localhost:${port}/adapter/features`, {
        headers: { "flipper-cloud-token": token },
        tls: { ca: await Bun.file(join(directory, "gatehouse.crt")).text() },
      });
      expect(await answer.json()).toEqual({ features: [] });
    } finally {
      await server.stop();
      await rm(directory, { recursive: true });
    }
  },
  180_000,
);
