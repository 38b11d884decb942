import { afterEach, describe, expect, test } from "bun:test";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { exchange, parseAnswer } from "../fuzz/raw-http.ts";
import { type PipelineServer, startPipelineServer } from "../server/pipeline-server.ts";

/*
 * A page of evil.example, a name that now resolves to 127.0.0.1, sends requests to the server on its
 * reader's machine. For the browser, page and server have one origin.
 */

const evil = "evil.example";
const prefix = "/flipper/api";
const pageHeaders = ["Sec-Fetch-Site: same-origin"];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly body?: string;
}

async function send(url: string, { method, path, host, body = "" }: Sent) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(host === null ? [] : [`Host: ${host}`, `Origin: http://${host}`]),
    ...pageHeaders,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
  const answer = parseAnswer(await exchange(Number(new URL(url).port), bytes));
  return { status: answer?.status, text: new TextDecoder().decode(answer?.body) };
}

const reads = ["/features", "/features/search", "/actors/User;1", "/nothing"];
const others = ["/", "/swagger", "/swagger/json", "/metrics"];

test("an open server on this machine answers no page of another name, reads included", async () => {
  using directory = new TemporaryDirectory();
  using server = await ServerProcess.start(testedProgram, directory.path);
  const { url } = server;
  const { port } = new URL(url);
  const post = { method: "POST", path: `${prefix}/features`, body: "name=search" };
  for (const host of [`127.0.0.1:${port}`, "localhost", `[::1]:${port}`]) {
    expect((await send(url, { ...post, host })).status).toBe(200);
  }
  const list = { method: "GET", path: `${prefix}/features`, host: `localhost:${port}` };
  const before = await send(url, list);
  expect(before.text).toContain('"search"');
  for (const host of [evil, `${evil}:${port}`, `localhost.${evil}`]) {
    for (const path of [...reads.map((read) => prefix + read), ...others]) {
      const refused = await send(url, { method: "GET", path, host });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.text).toContain('"code":"host_not_allowed"');
      expect(refused.text).not.toContain('"search"');
    }
    for (const method of ["POST", "DELETE", "PUT", "OPTIONS"]) {
      for (const path of ["/features", "/features/search", "/features/made/boolean", "/import"]) {
        const refused = await send(url, { ...post, method, path: prefix + path, host });
        expect([method, path, refused.status]).toEqual([method, path, 403]);
      }
    }
  }
  expect(await send(url, list)).toEqual(before);
  // Load balancers ask for a machine's address, and old ones send no name at all.
  for (const host of ["192.0.2.1:80", evil]) {
    expect((await send(url, { method: "GET", path: "/healthz", host })).status).toBe(200);
    expect((await send(url, { method: "GET", path: "/readyz", host })).status).toBe(200);
  }
  server.signal("SIGTERM");
  const { err } = await server.ended();
  expect(err).not.toContain("everyone who can reach this address");
});

let server: PipelineServer | undefined;
afterEach(() => server?.stop());

describe("hosts by configuration", () => {
  const mountable = ["--mode", "mountable"];
  const onLoopback = ["127.0.0.1", "127.0.0.9", "::1", "localhost"];
  const open: [flags: string[], host: string, status: number][] = [
    ...onLoopback.map((address): [string[], string, number] => [
      [...mountable, "--host", address],
      evil,
      403,
    ]),
    [[...mountable, "--host", "127.0.0.9"], "127.0.0.9:8080", 200],
    [[...mountable, "--allowed-host", "app.example"], "app.example", 200],
    [[...mountable, "--allowed-host", "app.example"], evil, 403],
    [[...mountable, "--basic-auth", "user:password"], evil, 200],
    [[...mountable, "--host", "0.0.0.0"], evil, 200],
    [[...mountable, "--host", "0.0.0.0", "--allowed-host", "app.example"], evil, 403],
    [[...mountable, "--basic-auth", "u:p", "--allowed-host", "app.example"], evil, 403],
    [[], evil, 200],
    [["--allowed-host", "app.example", "--allowed-host", "b.example"], "b.example:443", 200],
    [["--allowed-host", "app.example"], "localhost:8080", 200],
    [["--allowed-host", "app.example"], evil, 403],
  ];

  test.each(open)("%j: a request for %s is %i", async (flags, host, status) => {
    server = await startPipelineServer({ flags });
    const response = await server.send("/swagger", { headers: { host } });
    expect(response.status).toBe(status);
    expect((await server.send("/healthz", { headers: { host } })).status).toBe(200);
  });
});

test("the body of a request for another host is not read", async () => {
  server = await startPipelineServer({ flags: ["--mode", "mountable"] });
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1_024));
    },
  });
  const response = await server.send("/adapter/features", {
    method: "POST",
    headers: { host: evil, "flipper-cloud-token": server.hosted.managerToken },
    body,
  });
  expect(response.status).toBe(403);
  expect(pulled).toBeLessThanOrEqual(1);
});

test.each([
  [["--mode", "mountable", "--host", "0.0.0.0"], true],
  [["--mode", "mountable", "--host", "0.0.0.0", "--basic-auth", "user:password"], false],
  [["--mode", "hosted", "--host", "0.0.0.0"], false],
])("started with %j, an open server warns in the log: %p", async (flags, warns) => {
  using directory = new TemporaryDirectory();
  const child = Bun.spawn(
    [...testedProgram.argv, "serve", "--port", "0", "--data", directory.path, ...flags],
    { cwd: directory.path, env: { PATH: "" }, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  );
  for await (const chunk of child.stdout) {
    if (new TextDecoder().decode(chunk).includes("listening on")) {
      break;
    }
  }
  child.kill("SIGTERM");
  const err = await child.stderr.text();
  const warning = " warn everyone who can reach this address may change features";
  expect(err.includes(warning)).toBe(warns);
});
