import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { healthSubcommand } from "../../src/cli/commands/health-subcommand.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { EnvironmentVariables } from "../../src/config/arguments.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const paths: string[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    if (pathname.startsWith("/moved/")) {
      return Response.redirect("/healthz");
    }
    if (pathname.startsWith("/silent/")) {
      return new Promise<Response>(() => undefined);
    }
    return new Response(null, { status: pathname.endsWith("/readyz") ? 503 : 200 });
  },
});
afterAll(() => server.stop(true));
const port = String(server.port);
const origin = `http://127.0.0.1:${port}`;

async function health(
  argv: readonly string[],
  environment: EnvironmentVariables = {},
  timeoutMs = 60_000,
) {
  let out = "";
  let err = "";
  const program = {
    name: "gatehouse",
    summary: "",
    version: "",
    commands: [healthSubcommand(timeoutMs)],
  };
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  paths.length = 0;
  const code = await runCli(["health", ...argv], environment, output, program);
  return { code, out, err, paths: [...paths] };
}

describe("a server that answers 200 is healthy, with every way to give its address", () => {
  const cases: [string[], EnvironmentVariables, string][] = [
    [["--port", port], {}, "/healthz"],
    [[], { GATEHOUSE_PORT: port, GATEHOUSE_HOST: "0.0.0.0" }, "/healthz"],
    [[], { GATEHOUSE_PORT: port, GATEHOUSE_BASE_PATH: "/toggles" }, "/toggles/healthz"],
    [["--url", origin], { GATEHOUSE_PORT: "1" }, "/healthz"],
    [["--url", `${origin}/toggles//?a=b`], {}, "/toggles/healthz"],
  ];
  test.each(cases)("%j %j", async (argv, environment, path) => {
    expect(await health(argv, environment)).toEqual({
      code: 0,
      out: `${origin}${path} answered 200\n`,
      err: "",
      paths: [path],
    });
  });
});

describe("a server with another status is not healthy", () => {
  test.each([
    [["--ready", "--port", port], "/readyz", 503],
    [["--url", `${origin}/moved`], "/moved/healthz", 302],
  ])("%j", async (argv, path, status) => {
    const { code, out, err, paths: requestedPaths } = await health(argv);
    expect([code, out, err]).toEqual([1, "", `gatehouse: ${origin}${path} answered ${status}\n`]);
    expect(requestedPaths).toEqual([path]);
  });
});

test("--json prints the result for scripts, also of a server that is not healthy", async () => {
  const answered = (url: string, status: number) =>
    `${JSON.stringify({ healthy: status === 200, url: `${origin}${url}`, status, error: null })}\n`;
  expect(await health(["--json", "--port", port])).toMatchObject({
    code: 0,
    out: answered("/healthz", 200),
    err: "",
  });
  expect(await health(["--json", "--ready", "--port", port])).toMatchObject({
    code: 1,
    out: answered("/readyz", 503),
    err: "",
  });
  const { code, out, err } = await health(["--json", "--url", `https://127.0.0.1:${port}`]);
  expect([code, err]).toEqual([1, ""]);
  expect(JSON.parse(out)).toEqual({
    healthy: false,
    url: `https://127.0.0.1:${port}/healthz`,
    status: null,
    error: expect.stringMatching(/^\w+$/),
  });
});

test("a server that does not answer, does not exist or uses no TLS is not healthy", async () => {
  const silent = await health(["--url", `${origin}/silent`], {}, 50);
  // Whether the request arrived in that time depends on the machine.
  expect(silent).toMatchObject({ code: 1, out: "" });
  expect(silent.err).toMatch(/^gatehouse: \S+ failed: no answer arrived in time\n$/);
  const stopped = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const stoppedPort = String(stopped.port);
  await stopped.stop(true);
  for (const [host, authority] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::", "[::1]"],
  ] as const) {
    const { code, err } = await health(["--host", host, "--port", stoppedPort]);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^gatehouse: \S+ failed: nothing listens there; is the server running\?\n$/,
    );
    expect(err).toStartWith(`gatehouse: http://${authority}:${stoppedPort}/healthz `);
  }
  expect(await health(["--url", `https://127.0.0.1:${port}`])).toMatchObject({
    code: 1,
    paths: [],
  });
});

test("the certificate of the local server is not verified, that of another server is", async () => {
  using directory = new TemporaryDirectory();
  const [key, cert] = [join(directory.path, "key.pem"), join(directory.path, "cert.pem")];
  const form = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const made = ["-nodes", "-subj", "/CN=toggles.example", "-keyout", key, "-out", cert];
  expect(Bun.spawnSync(["openssl", ...form, ...made]).exitCode).toBe(0);
  await using secure = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key: Bun.file(key), cert: Bun.file(cert) },
    fetch: () => new Response(),
  });
  const securePort = String(secure.port);
  const environment = { GATEHOUSE_TLS_CERT: cert, GATEHOUSE_PORT: securePort };
  expect(await health([], environment)).toMatchObject({
    code: 0,
    out: `https://127.0.0.1:${securePort}/healthz answered 200\n`,
  });
  expect(await health(["--url", `https://127.0.0.1:${securePort}`], environment)).toMatchObject({
    code: 1,
    err: expect.stringContaining("CERT"),
  });
  expect(await health(["--port", securePort])).toMatchObject({ code: 1 });
});

test("settings without a usable address are refused", async () => {
  const cases: [string[], string][] = [
    [["--port", "0"], "the server chooses its port for --port 0; give its URL with --url"],
    [["--url", "ftp://a"], '--url must be an http or https URL, not "ftp://a"'],
    [["now"], 'unexpected argument "now"'],
  ];
  for (const [argv, reason] of cases) {
    expect(await health(argv)).toMatchObject({
      code: 2,
      out: "",
      err: `gatehouse: ${reason} (see gatehouse health --help)\n`,
    });
  }
});

test("a password in the URL is not repeated", async () => {
  const { out } = await health(["--url", `http://me:secret@127.0.0.1:${port}`]);
  expect(out).toBe(`${origin}/healthz answered 200\n`);
});
