import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import { join } from "node:path";
import { proxyText } from "../../../src/http/client/http-proxy.ts";
import { run, ServerProcess, testedProgram } from "../../contract/server-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

/*
 * With HTTP_PROXY set, nothing that is meant for this machine reaches the proxy, which would see the
 * token; and a proxy that fails is named.
 */

const token = "a-token-that-no-proxy-may-see";

/** A proxy that refuses everything, and what it was asked. */
async function loggingProxy() {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      seen.push(data.toString());
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { seen, host: `127.0.0.1:${port}`, stop: () => server.close() };
}

let proxy: Awaited<ReturnType<typeof loggingProxy>>;
let directory: TemporaryDirectory;
let server: ServerProcess;
beforeAll(async () => {
  proxy = await loggingProxy();
  directory = new TemporaryDirectory();
  server = await ServerProcess.start(testedProgram, directory.path, {
    mode: "hosted",
    variables: { GATEHOUSE_TOKEN: token },
  });
});
afterAll(() => {
  proxy.stop();
  server[Symbol.dispose]();
  directory[Symbol.dispose]();
});

function variables(more: Readonly<Record<string, string>> = {}) {
  const address = `http://user:secret@${proxy.host}`;
  return { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: "127.*,.local", ...more };
}

async function shell(line: string, more: Readonly<Record<string, string>>) {
  const cwd = directory.path;
  return run(testedProgram, line.split(" "), {
    cwd,
    variables: { GATEHOUSE_TOKEN: token, ...more },
  });
}

describe("this machine is never asked through a proxy", () => {
  test.each(["127.0.0.1", "localhost", "LOCALHOST", "127.1"])("by the shell: %s", async (host) => {
    const { port } = new URL(server.url);
    const address = `http://${host}:${port}`;
    const { HTTP_PROXY: http_proxy } = variables();
    for (const set of [variables(), { http_proxy }]) {
      const { code, err } = await shell(`feature list --url ${address}`, set);
      expect([code, err]).toEqual([0, ""]);
    }
    expect(proxy.seen).toEqual([]);
  });

  test("by the client in Bun", async () => {
    const script = `
      import { createClient } from ${JSON.stringify(join(import.meta.dir, "../../../src/client.ts"))};
      const client = createClient({ url: ${JSON.stringify(server.url)}, token: ${JSON.stringify(token)} });
      await client.ready();
      console.log(client.status().source);
      client.close();
    `;
    const child = Bun.spawn([process.execPath, "--no-env-file", "-e", script], {
      env: { PATH: "", ...variables() },
      stdout: "pipe",
    });
    expect(await child.stdout.text()).toBe("server\n");
    expect(proxy.seen).toEqual([]);
  });

  test("by a replica, also for what it relays", async () => {
    const created = await shell(`replica create --name near --json --data ${directory.path}`, {});
    expect(created.err).toBe("");
    const made: { value: string } = JSON.parse(created.out);
    using copy = new TemporaryDirectory();
    using replica = await ServerProcess.run(
      testedProgram,
      ["--mode", "replica", "--origin", server.url, "--port", "0"],
      copy.path,
      { variables: variables({ GATEHOUSE_ORIGIN_TOKEN: made.value }) },
    );
    const headers = { "flipper-cloud-token": token };
    const enabled = await fetch(`${replica.url}/adapter/features/search/boolean`, {
      method: "POST",
      headers,
    });
    expect(enabled.status).toBe(200);
    expect(proxy.seen).toEqual([]);
  });
});

describe("a proxy on the way to another machine is named, without its password", () => {
  const url = "http://toggles.invalid";

  test("if it refuses", async () => {
    const { code, err } = await shell(`feature list --url ${url}`, variables());
    expect(code).toBe(1);
    expect(err).toContain(
      `gatehouse: the server answered with the status 407; the request went through the proxy http://${proxy.host} of HTTP_PROXY\n`,
    );
    const tls = await shell("feature list --url https://toggles.invalid", variables());
    expect(tls.err).toBe(
      `gatehouse: https://toggles.invalid cannot be reached through the proxy http://${proxy.host} of HTTPS_PROXY: the proxy refuses\n`,
    );
    expect(err + tls.err).not.toContain("secret");
  });

  test("if nothing listens there", async () => {
    const dead = { HTTP_PROXY: "http://user:secret@127.0.0.1:1" };
    const { code, err } = await shell(`feature list --url ${url}`, dead);
    expect(code).toBe(1);
    expect(err).toContain(
      `${url} cannot be reached through the proxy http://127.0.0.1:1 of HTTP_PROXY: nothing listens at the proxy's address\n`,
    );
    expect(err).not.toContain("secret");
  });
});

const set = { HTTP_PROXY: "http://u:p@proxy:3128", https_proxy: "http://tls-proxy:1" };
test.each([
  ["http://a.example", set, "the proxy http://proxy:3128 of HTTP_PROXY"],
  ["https://a.example", set, "the proxy http://tls-proxy:1 of https_proxy"],
  ["https://a.example", { HTTP_PROXY: "http://proxy:1" }, undefined],
  ["http://a.example", { HTTP_PROXY: "" }, undefined],
  ["http://a.example", { ...set, NO_PROXY: "b.example, .example" }, undefined],
  ["http://a.example:81", { ...set, NO_PROXY: "a.example:81" }, undefined],
  ["http://a.example", { ...set, no_proxy: "*" }, undefined],
  [
    "http://a.example",
    { ...set, NO_PROXY: "example.com,xample" },
    "the proxy http://proxy:3128 of HTTP_PROXY",
  ],
  ["http://[::1]:80", set, undefined],
  ["http://127.0.0.53", set, undefined],
  ["http://localhost.example", set, "the proxy http://proxy:3128 of HTTP_PROXY"],
] as const)("the proxy for %s with %j is %j", (url, environment, expected) => {
  expect(proxyText(url, environment)).toBe(expected);
});
