import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ReadmeBlock, readmeBlocks } from "./readme-blocks.ts";
import { gatehouse, type Running, running, shell } from "./running-gatehouse.ts";

const blocks = await readmeBlocks();
const token = "a-token-for-the-readme";
const documentedUrl = "http://127.0.0.1:8080";

/** Commands that the continuous integration runs as they stand. */
const runByCi = ["make run\n", "make test\n"];
/** Blocks that show settings, not commands. */
const settingsOnly = /^(?:[A-Z_]+=\S+\n)+$/;

function blocksOf(kind: string): readonly ReadmeBlock[] {
  return blocks.filter((block) => block.test === kind);
}

test("every block of the README is tested, run by CI, or no command", () => {
  const loose = blocks.filter(
    ({ test: kind, language, text }) =>
      kind === undefined &&
      !["json", "yaml"].includes(language) &&
      !runByCi.includes(text) &&
      !settingsOnly.test(text),
  );
  expect(loose.map(({ text }) => text)).toEqual([]);
});

describe.each(["hosted", "mountable"])("the requests of the README to a %s server", (mode) => {
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

  test.each(blocksOf(mode).map((block) => [block.text, block] as const))("%s", async (_, block) => {
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

test.concurrent("the commands of the README work beside a running server", async () => {
  const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
  try {
    const [block] = blocksOf("commands");
    await fetch(`${server.url}/healthz`);
    const out = await shell(
      `gatehouse import - <<'JSON'\n{"features":{"search":{}}}\nJSON\n${block?.text}`,
      server.directory,
    );
    expect(out).toMatch(/^gatehouse_\S+$/m);
    expect(out).toContain("load-test");
    expect(out).toContain("someone@example.com");
  } finally {
    await server.stop();
  }
}, 60_000);

test.concurrent("the backup of the README brings back what it was made of", async () => {
  const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
  try {
    const [block] = blocksOf("backups");
    const imports = `gatehouse import - <<'JSON'\n{"features":{"search":{}}}\nJSON\n`;
    await shell(`${imports}${block?.text}`, server.directory);
    const exported = await shell("gatehouse export --data ./restored", server.directory);
    expect(exported).toContain('"search"');
  } finally {
    await server.stop();
  }
}, 60_000);

test.concurrent("the certificate of the README lets a client in that trusts it", async () => {
  const [block] = blocksOf("certificate");
  const makesCertificate = block?.text.split("dist/gatehouse")[0] ?? "";
  expect(makesCertificate).toContain("openssl req");
  const directory = join(import.meta.dir, "../../build/readme-certificate");
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
}, 60_000);

describe("the modules of the README", () => {
  const directory = join(import.meta.dir, "../../build/readme-modules");
  beforeAll(() => mkdir(directory, { recursive: true }));
  afterAll(() => rm(directory, { recursive: true }));

  test.each(blocksOf("module").map(({ text }, index) => [index, text] as const))(
    "module %i serves the API beside its own page",
    async (index, text) => {
      const file = join(directory, `module-${index}.ts`);
      const port = await freePort();
      await Bun.write(file, `${text}\nconsole.log("listening on http://127.0.0.1:${port}");\n`);
      await Bun.write(file, (await Bun.file(file).text()).replace("port: 3000", `port: ${port}`));
      const server = await running([process.execPath, file]);
      try {
        const features = await fetch(`${server.url}/flipper/api/features`);
        expect(await features.json()).toEqual({ features: [] });
        const page = await fetch(`${server.url}${index === 0 ? "/" : "/flipper"}`);
        expect(await page.text()).toBe(index === 0 ? "the old search" : "your page");
      } finally {
        await server.stop();
      }
    },
  );
});

async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  return port ?? 0;
}
