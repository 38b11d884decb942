import { afterAll, describe, expect, test } from "bun:test";
import { singleSlashes } from "../../src/http/routing/single-slashes.ts";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { exchange, parseAnswer } from "../fuzz/raw-http.ts";

/*
 * Clients whose base URL ends in a slash send several slashes. They count as one before and between
 * prefixes, for routes and for all rules by path.
 */

const token = "a-token-with-several-slashes";
const evaluation = {
  method: "POST",
  body: JSON.stringify({ context: { targetingKey: "User;1" } }),
};
const credentials = {
  authorization: `Bearer ${token}`,
  "flipper-cloud-token": token,
  "content-type": "application/json",
};

async function status(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, { redirect: "manual", ...init });
  await response.text();
  return response.status;
}

const directories: TemporaryDirectory[] = [];
const servers: ServerProcess[] = [];
async function started(
  mode: "hosted" | "mountable",
  variables: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const directory = new TemporaryDirectory();
  directories.push(directory);
  const server = await ServerProcess.start(testedProgram, directory.path, { mode, variables });
  servers.push(server);
  return server;
}
afterAll(() => {
  for (const server of servers) {
    server[Symbol.dispose]();
  }
  for (const directory of directories) {
    directory[Symbol.dispose]();
  }
});

const hosted = await started("hosted", {
  GATEHOUSE_TOKEN: token,
  GATEHOUSE_BASE_PATH: "/toggles",
  GATEHOUSE_ALLOWED_HOST: "allowed.example",
});
const mountable = await started("mountable", { GATEHOUSE_GROUP: "admins" });

describe("a hosted server below a base path", () => {
  const own = { host: "allowed.example" };
  test.each([
    ["//toggles/healthz", 200],
    ["/toggles//healthz", 200],
    ["///toggles///readyz", 200],
    ["/toggles//metrics", 200],
    ["//toggles//swagger", 200],
    ["//toggles//adapter//features", 401],
    ["/toggles//adapter/gatehouse/audits", 401],
    ["/toggles//replication/snapshot", 401],
    ["/toggles//admin//v1/session", 200],
    ["/toggles//admin/v1/environments", 401],
    ["//toggles//", 200],
    ["//toggles/unknown", 404],
    ["/toggle//s/healthz", 404],
    ["/toggles//metrics//more", 404],
  ])("GET %s answers %d without a token", async (path, expected) => {
    expect(await status(hosted.url + path, { headers: own })).toBe(expected);
  });

  test.each(["//toggles/ofrep", "/toggles//ofrep", "//toggles//ofrep/"])(
    "OFREP at %s evaluates with the token, and without it does not",
    async (prefix) => {
      const url = `${hosted.url}${prefix}/v1/evaluate/flags`;
      expect(await status(url, { ...evaluation, headers: { ...own, ...credentials } })).toBe(200);
      expect(await status(url, { ...evaluation, headers: own })).toBe(401);
    },
  );

  test("the path of a health check is answered for every host in each form, others in none", async () => {
    const other = { headers: { host: "other.example" } };
    for (const path of ["/toggles//healthz", "//toggles/readyz"]) {
      expect([path, await status(hosted.url + path, other)]).toEqual([path, 200]);
    }
    for (const path of ["/toggles//adapter/features", "//toggles//metrics", "//healthz"]) {
      expect([path, await status(hosted.url + path, other)]).toEqual([path, 403]);
    }
  });

  test("names keep their slashes", async () => {
    const headers = { ...own, ...credentials };
    const url = `${hosted.url}//toggles//adapter//features/a//b`;
    expect(await status(`${url}/boolean`, { method: "POST", headers })).toBe(200);
    const listed = await fetch(`${hosted.url}/toggles/adapter/features/a%2F%2Fb`, { headers });
    expect(await listed.json()).toMatchObject({ key: "a//b", state: "on" });
  });
});

test("a mountable server evaluates below several slashes", async () => {
  for (const path of [
    "/flipper/api//ofrep/v1/evaluate/flags",
    "//flipper//api//ofrep/v1/evaluate/flags",
  ]) {
    const headers = { "content-type": "application/json" };
    expect([path, await status(mountable.url + path, { ...evaluation, headers })]).toEqual([
      path,
      200,
    ]);
  }
  for (const path of ["//flipper//api/features", "//flipper", "/flipper//admin//v1/session"]) {
    expect([path, await status(mountable.url + path)]).toEqual([path, 200]);
  }
});

test("a request over several slashes is limited by its own address", async () => {
  const limited = await started("hosted", {
    GATEHOUSE_TOKEN: token,
    GATEHOUSE_RATE_LIMIT_ADDRESS: "1:1",
  });
  // So many at once that a slow machine answers most of them within seconds of the first.
  const requests = Array.from({ length: 30 });
  const answers = await Promise.all(
    requests.map(() => status(`${limited.url}//adapter//features`)),
  );
  expect(new Set(answers)).toEqual(new Set([401, 429]));
  expect(await status(`${limited.url}//healthz`)).toBe(200);
  // Without a Host header the server makes a copy of the request too.
  const port = Number(new URL(limited.url).port);
  const head = Buffer.from("GET /adapter/features HTTP/1.0\r\n\r\n");
  const old = await Promise.all(requests.map(() => exchange(port, head)));
  expect(old.map((answer) => parseAnswer(answer)?.status)).toContain(429);
});

test("a path that leads out of a prefix is another path, which needs the token too", async () => {
  const { port } = new URL(hosted.url);
  for (const target of [
    "/toggles//healthz/..//adapter//features",
    "//toggles/%2e%2e//toggles//adapter/features",
  ]) {
    const head = `GET ${target} HTTP/1.1\r\nHost: allowed.example\r\nConnection: close\r\n\r\n`;
    const received = await exchange(Number(port), Buffer.from(head));
    expect([target, parseAnswer(received)?.status]).toEqual([target, 401]);
  }
});

const prefixes = ["/t", "/t/adapter", "/t/adapter/api", "/t/ofrep"];
test.each([
  ["//t//adapter//features//a//b", "/t/adapter/features//a//b"],
  ["/t/adapter//api//x//y", "/t/adapter/api/x//y"],
  ["//", "/"],
  ["/t//", "/t/"],
  ["/tt//adapter", "/tt//adapter"],
  ["//t//other//adapter", "/t/other//adapter"],
  ["/t%2F/adapter//x", "/t%2F/adapter//x"],
  ["", ""],
])("the path %s is %s", (path, expected) => {
  expect(singleSlashes(path, prefixes)).toBe(expected);
});
