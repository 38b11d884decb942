import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { healthCommand } from "../../src/cli/health-subcommand.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Environment } from "../../src/config/arguments.ts";
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

async function health(argv: readonly string[], environment: Environment = {}, timeoutMs = 5_000) {
  let out = "";
  let err = "";
  const program = {
    name: "gatehouse",
    summary: "",
    version: "",
    commands: [healthCommand(timeoutMs)],
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

describe("a server that answers 200 is healthy, wherever it was told to be", () => {
  const cases: [string[], Environment, string][] = [
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

describe("a server that answers otherwise is not", () => {
  test.each([
    [["--ready", "--port", port], "/readyz", 503],
    [["--url", `${origin}/moved`], "/moved/healthz", 302],
  ])("%j", async (argv, path, status) => {
    const { code, out, err, paths: asked } = await health(argv);
    expect([code, out, err]).toEqual([1, "", `gatehouse: ${origin}${path} answered ${status}\n`]);
    expect(asked).toEqual([path]);
  });
});

test("a server that says nothing, that is not there or that speaks no TLS is not healthy", async () => {
  const silent = await health(["--url", `${origin}/silent`], {}, 50);
  expect(silent).toMatchObject({ code: 1, out: "", paths: ["/silent/healthz"] });
  expect(silent.err).toMatch(/^gatehouse: \S+ failed: \S+\n$/);
  const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const gonePort = String(gone.port);
  await gone.stop(true);
  for (const [host, authority] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::", "[::1]"],
  ] as const) {
    const { code, err } = await health(["--host", host, "--port", gonePort]);
    expect(code).toBe(1);
    expect(err).toMatch(/^gatehouse: \S+ failed: E[A-Z]+\n$/);
    expect(err).toStartWith(`gatehouse: http://${authority}:${gonePort}/healthz `);
  }
  expect(await health(["--url", `https://127.0.0.1:${port}`])).toMatchObject({
    code: 1,
    paths: [],
  });
});

test("its own server is asked with TLS whatever the certificate says, another one is not", async () => {
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

test("what cannot be asked is not understood", async () => {
  const cases: [string[], string][] = [
    [["--port", "0"], "port 0 is any free one: --url must say which"],
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
