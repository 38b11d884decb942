import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

const secret = "a-token-that-nobody-may-see";

function run(line: string, url: string, token: string | undefined = secret) {
  return runShell(words(line), {
    variables: { GATEHOUSE_URL: url, ...(token === undefined ? {} : { GATEHOUSE_TOKEN: token }) },
  });
}

/** The one line of a command that fails. */
async function failure(line: string, url: string, token?: string): Promise<string> {
  const { code, out, err } = await run(line, url, token);
  expect([code, out]).toEqual([line.startsWith("check") ? 2 : 1, ""]);
  expect(err).toMatch(/^gatehouse: [^\n]+\n$/);
  expect(err).not.toContain(secret);
  return err.slice("gatehouse: ".length, -1);
}

describe("tokens", () => {
  let hosted: Awaited<ReturnType<typeof startHosted>>;
  let url: string;
  let server: ReturnType<typeof Bun.serve>;
  beforeAll(async () => {
    hosted = await startHosted();
    server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: hosted.deployment.api.fetch });
    url = `http://127.0.0.1:${server.port}/adapter`;
  });
  afterAll(async () => {
    await server.stop(true);
    await hosted.stop();
  });

  test("that may not are refused with what helps, and change nothing", async () => {
    const readOnly = await hosted.newToken({ access: "read_only" });
    const evaluate = await hosted.newToken({ access: "evaluate" });
    await run("feature create search", url, hosted.managerToken);
    expect(await failure("feature list", url)).toStartWith(
      `${url} does not accept the token: it is unknown, revoked or expired; gatehouse token create`,
    );
    const without = await runShell(words("feature list"), { variables: { GATEHOUSE_URL: url } });
    expect(without).toMatchObject({ code: 1, out: "" });
    expect(without.err).toStartWith(`gatehouse: ${url} needs a token, in GATEHOUSE_TOKEN;`);
    expect(await failure("feature enable search", url, readOnly)).toBe(
      "This token is read-only and may not change anything; use a token with --access read_and_write",
    );
    expect(await failure("check search --actor 1", url, evaluate)).toBe(
      "This token may only evaluate features; use a token with --access read_only or read_and_write",
    );
    const shown = await run("feature show search", url, readOnly);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toStartWith("search is off");
  });

  test("are refused if they cannot be sent", async () => {
    const ran = await run("feature list", url, "two words");
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toStartWith("gatehouse: GATEHOUSE_TOKEN must be a token: 1 to 255 characters");
    expect(ran.err).not.toContain("two words");
  });

  test("are only used with a server: without one the variable has no effect", async () => {
    const variables = { GATEHOUSE_TOKEN: "two words", GATEHOUSE_DATA: "/none" };
    const ran = await runShell(words("feature list"), { variables });
    expect(ran.err).toStartWith('gatehouse: there is no data in "/none"');
  });

  test("name their project and environment, so options for others are refused", async () => {
    const project = await run("feature list --project Shop", url, hosted.managerToken);
    expect(project).toMatchObject({ code: 2, out: "" });
    expect(project.err).toStartWith("gatehouse: --project with --url needs a personal token");
  });
});

test("the variables of a server are known to commands that have no use for them", async () => {
  const variables = { GATEHOUSE_URL: "https://toggles.example", GATEHOUSE_TO_TOKEN: "t" };
  const ran = await runShell(words("token list --data /none"), { variables });
  expect(ran.err).toStartWith('gatehouse: there is no data in "/none"');
});

test("--url wins over --data, and a flag over a variable", async () => {
  const both = await runShell(words("feature list --url http://127.0.0.1:1 --data /none"));
  expect(both.err).toStartWith("gatehouse: http://127.0.0.1:1 cannot be reached");
  const variables = { GATEHOUSE_URL: "http://127.0.0.1:1" };
  const flag = await runShell(words("feature list --data /none"), { variables });
  expect(flag.err).toStartWith('gatehouse: there is no data in "/none"');
});

test.each([
  ["ftp://toggles.example", "must be an http or https URL, such as https://toggles.example"],
  ["toggles.example", "must be an http or https URL, such as https://toggles.example"],
  ["https://me:hidden@toggles.example", "must hold no user and password; put the token into"],
  ["https://toggles.example/?token=hidden", "must have no part after ? or #"],
  ["https://toggles.example/#hidden", "must have no part after ? or #"],
])("%s is refused, and not repeated", async (url, reason) => {
  const ran = await runShell(["feature", "list", "--url", url]);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toStartWith(`gatehouse: --url ${reason}`);
  expect(ran.err).not.toContain("hidden");
});

test("a token that others could read on its way is a warning", async () => {
  const { err } = await run("feature list", "http://0.0.0.0:1");
  expect(err).toStartWith("gatehouse: warning: the token is sent without encryption; use https\n");
  expect(err).toContain("gatehouse: http://0.0.0.0:1 cannot be reached: nothing listens there");
});

describe("servers that answer something else", () => {
  const big = new Uint8Array(1024 * 1024).fill(0x20);
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(big),
    });
  const answers: Readonly<Record<string, () => Response>> = {
    "/moved/": () => Response.redirect("http://other.example/x", 302),
    "/html/": () => new Response("<html>welcome</html>"),
    "/other/": () => Response.json({ features: "many" }),
    "/gates/": () =>
      Response.json({
        features: [
          { key: "a", state: "on", gates: [{ key: "boolean", name: "boolean", value: 3 }] },
        ],
      }),
    "/broken/": () => new Response("fatal", { status: 502 }),
    "/endless/": () => new Response(endless()),
    "/newer/": () =>
      Response.json({
        more: 1,
        features: [
          {
            key: "a",
            state: "off",
            extra: true,
            gates: [{ key: "deny_actors", name: "deny_actor", value: [] }],
          },
        ],
      }),
  };
  let server: ReturnType<typeof Bun.serve>;
  const seen: string[] = [];
  beforeAll(() => {
    server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch(request) {
        seen.push(JSON.stringify([request.url, ...request.headers]));
        const path = new URL(request.url).pathname;
        const found = Object.entries(answers).find(([start]) => path.startsWith(start));
        return path.includes("/gatehouse/") || found === undefined
          ? new Response("", { status: 404 })
          : found[1]();
      },
    });
  });
  afterAll(() => server.stop(true));

  test.each([
    ["moved", "URL redirects to http://other.example; give the address of the API itself as --url"],
    ["html", "the server sent an answer that is not JSON; is it a Gatehouse server?"],
    ["other", "the server sent an answer that this version does not understand (at /features)"],
    ["gates", 'the server sent gates of "a" that this version does not understand'],
    ["broken", "the server answered with the status 502"],
    ["endless", "the server sent an answer of more than 268435456 bytes"],
    ["none", "there is no Flipper API at URL; on a Gatehouse server it ends in /adapter"],
  ])("%s", async (name, reason) => {
    const url = `http://127.0.0.1:${server.port}/${name}`;
    const told = await failure("feature list", url);
    expect(told).toStartWith(reason.replaceAll("URL", url));
  });

  test("of a newer version are understood as far as they are known", async () => {
    const ran = await run("feature list --json", `http://127.0.0.1:${server.port}/newer`);
    expect(JSON.parse(ran.out)).toEqual({
      environment: null,
      features: [{ key: "a", state: "off", gates: [], details: null }],
    });
  });

  test("get the token in its header, and never in the URL", () => {
    expect(seen.length).toBeGreaterThan(7);
    for (const [url, ...headers] of seen.map((line) => JSON.parse(line))) {
      expect(url).not.toContain(secret);
      expect(headers).toContainEqual(["flipper-cloud-token", secret]);
    }
  });
});

describe("TLS", () => {
  let directory: TemporaryDirectory;
  let server: ReturnType<typeof Bun.serve>;
  beforeAll(() => {
    directory = new TemporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    const made = Bun.spawnSync([
      ...["openssl", "req", "-x509", "-nodes", "-subj", "/CN=localhost", "-newkey", "ec"],
      ...["-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", at("a.key"), "-out", at("a.crt")],
    ]);
    expect(made.exitCode).toBe(0);
    const tls = { cert: Bun.file(at("a.crt")), key: Bun.file(at("a.key")) };
    server = Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch: () => new Response() });
  });
  afterAll(async () => {
    await server.stop(true);
    directory[Symbol.dispose]();
  });

  test("problems are named, with what helps", async () => {
    expect(await failure("feature list", `https://localhost:${server.port}`)).toBe(
      `https://localhost:${server.port} cannot be reached: this machine does not trust its ` +
        "certificate; name the file of the certificate's authority in NODE_EXTRA_CA_CERTS",
    );
    expect(await failure("feature list", `http://127.0.0.1:${server.port}`)).toStartWith(
      `http://127.0.0.1:${server.port} cannot be reached: `,
    );
  });
});
