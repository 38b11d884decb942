import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { startServer } from "./administration-targets.ts";
import { type Asked, askTargets, type Called } from "./ask-targets.ts";
import { connectAt } from "./connect-targets.ts";

const expression = { Equal: [{ Property: ["plan"] }, "pro"] };
const features = "/environments/-/features";
const shop = encodeURIComponent("Läden, 2");

describe.each(askTargets.map((target) => [target.name, target] as const))(
  "a command asks %s",
  (_, target) => {
    let asked: Asked;
    beforeAll(async () => {
      asked = await target.start();
      await asked.administer("environment.create", { name: "Staging" });
      await asked.administer("project.create", { name: "Läden, 2" });
    });
    afterAll(() => asked.stop());

    test("and reads, changes and checks features without a token", async () => {
      const { call } = asked;
      expect(await call("GET", `${features}/search`)).toMatchObject({
        status: 404,
        body: { code: "feature_not_found" },
      });
      expect((await call("POST", features, { key: "search" })).status).toBe(200);
      const changes = [{ gate: "expression", action: "enable", value: expression }];
      const changed = await call("POST", `${features}/search/changes`, { changes });
      expect(changed).toMatchObject({ status: 200, body: { feature: { state: "conditional" } } });
      const question = { keys: ["search"], actors: ["User;1"], properties: { plan: "pro" } };
      expect((await call("POST", "/environments/-/explain", question)).body).toMatchObject({
        features: [{ key: "search", enabled: true }],
      });
      expect((await call("GET", "/environments/-/audits")).body).toMatchObject({
        audits: [
          { action: "enable_expression", actor: { type: "User", id: "1" } },
          { action: "create" },
        ],
      });
    });

    test("in the environment and the project that the request names", async () => {
      const { call } = asked;
      const changes = [{ gate: "boolean", action: "enable" }];
      const here = "/environments/slug:staging/features/here/changes";
      expect((await call("POST", here, { changes, createsMissing: true })).status).toBe(200);
      const stateIn = async (environment: string, query = "") =>
        (await call("GET", `/environments/${environment}/features/here${query}`)).body;
      expect(await stateIn("staging")).toMatchObject({ state: "on" });
      expect(await stateIn("production")).toMatchObject({ state: "off" });
      expect(await stateIn("-")).toMatchObject({ state: "off" });
      expect(await stateIn("-", `?project=${shop}`)).toMatchObject({ code: "feature_not_found" });
      await call("POST", `${features}?project=${shop}`, { key: "shop" });
      expect((await call("GET", `${features}?project=${shop}`)).body).toMatchObject({
        features: [{ key: "shop" }],
      });
      expect((await call("GET", `${features}/shop`)).status).toBe(404);
    });

    test.each([
      ["stagin", "", 'there is no environment "stagin"; did you mean "staging"?'],
      ["x", "", 'there is no environment "x"; there are "production", "staging"'],
      [
        "staging",
        `?project=${shop}`,
        'there is no environment "staging"; there are "production", "owner"',
      ],
      ["-", "?project=defaul", 'there is no project "defaul"; did you mean "Default"?'],
    ])(
      "and is told of an unknown name, which changes nothing: %p%p",
      async (slug, query, message) => {
        for (const [method, path, body] of [
          ["GET", ""],
          ["POST", "/search/changes", { changes: [{ gate: "boolean", action: "enable" }] }],
          ["DELETE", "/search", {}],
        ] as const) {
          const answer = await asked.call(
            method,
            `/environments/${slug}/features${path}${query}`,
            body,
          );
          expect(answer).toMatchObject({ status: 404, body: { message } });
        }
        expect((await asked.call("GET", `${features}/search`)).body).toMatchObject({
          state: "conditional",
        });
      },
    );

    test("and gets long answers as a whole", async () => {
      const sent = Object.fromEntries(
        Array.from({ length: 600 }, (__, at) => [`feature_${at}`, { actors: ["x".repeat(1_000)] }]),
      );
      const place = `/environments/-/import?project=${shop}&preview=0`;
      expect((await asked.call("POST", place, { features: sent })).status).toBe(200);
      const { body } = await asked.call("GET", `${features}?gates=true&project=${shop}`);
      expect((body as { features: object[] }).features).toHaveLength(600);
    });

    test("and can end a request", async () => {
      const signal = AbortSignal.abort(new Error("ended"));
      const ended = asked.connection.send(`/admin/v1${features}`, { signal });
      expect(await ended.catch((error: unknown) => error)).toEqual(new Error("ended"));
    });

    test("and finds no routes of persons, and none that there are not", async () => {
      for (const [method, path] of [
        ["GET", "/account/tokens"],
        ["DELETE", "/session"],
        ["GET", "/token.list"],
      ] as const) {
        const { status } = await asked.call(method, path);
        expect([path, status]).toEqual([path, 404]);
      }
    });
  },
);

/** Without what differs between two runs. */
function comparable({ status, body }: Called) {
  const text = JSON.stringify(body ?? null)
    .replaceAll(/\b1[78]\d{11}(?:\d{3})?\b/g, "0")
    .replaceAll(/"tag":"[^"]*"/g, '"tag":""');
  return { status, body: JSON.parse(text) };
}

test("a directory answers as its socket does, refusals too", async () => {
  const [directory, socket] = await Promise.all(askTargets.map(({ start }) => start()));
  const requests: readonly (readonly [string, string, unknown?])[] = [
    ["POST", features, { key: "search" }],
    ["PATCH", `${features}/search/actors`, { add: ["User;1"] }],
    ["PUT", `${features}/search/percentage-of-actors`, { percentage: "x" }],
    ["GET", `${features}/search?gates=true`],
    ["GET", `${features}/unknown`],
    ["POST", "/environments/-/import?preview=0", { features: { a: { gate: 1 } } }],
    ["POST", "/environments/-/rollback", { key: "search", to: 1, preview: true }],
    ["GET", "/environments/-/audits"],
    ["GET", "/environments/-/unknown-keys"],
    ["GET", "/environments"],
    ["GET", "/no-such-route"],
    ["DELETE", `${features}/search`, {}],
  ];
  for (const [method, path, body] of requests) {
    const [here, there] = [directory, socket].map((asked) => asked?.call(method, path, body));
    const [left, right] = [await here, await there];
    expect([path, comparable(left ?? expect.unreachable())]).toEqual([
      path,
      comparable(right ?? expect.unreachable()),
    ]);
  }
  await directory?.stop();
  await socket?.stop();
});

test("the data of a mountable server answers too, expressions shown", async () => {
  for (const target of askTargets) {
    const asked = await target.start("mountable");
    const enable = { gate: "expression", action: "enable", value: expression };
    const changes = `${features}/search/changes`;
    const changed = await asked.call("POST", changes, { changes: [enable], createsMissing: true });
    expect(changed.status).toBe(200);
    expect((await asked.call("GET", `${features}/search`)).body).toMatchObject({ expression });
    const group = { gate: "groups", action: "enable", value: "staff" };
    expect(await asked.call("POST", changes, { changes: [group] })).toMatchObject({
      status: 404,
      body: { code: "group_not_registered" },
    });
    const allowed = await asked.call("POST", changes, { changes: [group], allowUnknown: true });
    expect(allowed.status).toBe(200);
    await asked.stop();
  }
});

test("a stopped server's data is opened once for a command, and given back", async () => {
  using directory = new TemporaryDirectory();
  await (await startServer(directory.path)).stop();
  const [first, second] = [connectAt(directory.path), connectAt(directory.path)];
  const list = async ({ send }: typeof first) => (await send(`/admin/v1${features}`)).status;
  expect([await list(first), await list(first)]).toEqual([200, 200]);
  let isAnswered = false;
  const waiting = list(second).then((status) => {
    isAnswered = true;
    return status;
  });
  await Bun.sleep(60);
  expect(isAnswered).toBe(false);
  await first.release();
  expect(await waiting).toBe(200);
  await second.release();
  const server = await startServer(directory.path);
  expect(await list(first)).toBe(200);
  await server.stop();
});

test("a web page is refused at the socket", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  for (const headers of [{ origin: "http://localhost" }, { "sec-fetch-site": "same-origin" }]) {
    const answer = await fetch(`http://gatehouse/admin/v1${features}`, {
      unix: join(directory.path, "gatehouse.sock"),
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: '{"key":"search"}',
    });
    expect(answer.status).toBe(403);
  }
  expect(server.writer.state.features.get(1)?.has("search") ?? false).toBe(false);
  await server.stop();
});

test("reading a directory writes nothing, and does not start what a server starts", async () => {
  const [target] = askTargets;
  const asked = await target.start();
  const revision = async () => (await asked.call("GET", features)).body;
  const before = await revision();
  expect(await revision()).toEqual(before);
  await asked.stop();
});

test("a missing directory is not created", async () => {
  using directory = new TemporaryDirectory();
  const { send } = connectAt(join(directory.path, "none"));
  await expect(send(`/admin/v1${features}`)).rejects.toThrow("there is no data in");
});
