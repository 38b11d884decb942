import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startServer } from "./administration-targets.ts";
import { type Asked, askAt, askTargets } from "./ask-targets.ts";

const expression = { Equal: [{ Property: ["plan"] }, "pro"] };

describe.each(askTargets.map((target) => [target.name, target] as const))(
  "an administrator asks %s",
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
      expect(await call("GET", "/features/search")).toMatchObject({
        status: 404,
        body: { code: 1 },
      });
      expect(await call("POST", "/features", { body: { name: "search" } })).toEqual({
        status: 200,
        body: {},
      });
      const written = await call("POST", "/features/search/expression", { body: expression });
      expect(written).toMatchObject({ status: 200, body: { key: "search", state: "conditional" } });
      expect(await call("GET", "/features/search")).toEqual(written);
      const check = await call("GET", "/actors/User;1?properties=%7B%22plan%22%3A%22pro%22%7D");
      expect(check.body).toEqual({ flipper_id: "User;1", features: { search: { enabled: true } } });
      const audits = await call("GET", "/audits");
      expect(audits.body).toMatchObject({
        audits: [
          { action: "enable_expression", actor: { type: "User", id: "1" } },
          { action: "create" },
        ],
      });
      expect(await call("GET", "/audits?per_page=x")).toMatchObject({ status: 422 });
    });

    test("in the environment and the project that the request names", async () => {
      const { call } = asked;
      await call("POST", "/features/here/boolean", { environment: "staging" });
      const stateIn = async (place: { environment?: string; project?: string }) =>
        (await call("GET", "/features/here", place)).body;
      expect(await stateIn({ environment: "staging" })).toMatchObject({ state: "on" });
      expect(await stateIn({ environment: "production" })).toMatchObject({ state: "off" });
      expect(await stateIn({})).toMatchObject({ state: "off" });
      expect(await stateIn({ project: "läden, 2" })).toMatchObject({ code: 1 });
      await call("POST", "/features", { project: "Läden, 2", body: { name: "shop" } });
      expect(
        (await call("GET", "/features?exclude_gates=true", { project: "Läden, 2" })).body,
      ).toEqual({ features: [{ key: "shop", state: "off" }] });
      expect((await call("GET", "/features/shop")).status).toBe(404);
    });

    test.each([
      [{ environment: "stagin" }, 'there is no environment "stagin"; did you mean "staging"?'],
      [{ environment: "x" }, 'there is no environment "x"; there are "production", "staging"'],
      [
        { environment: "staging", project: "Läden, 2" },
        'there is no environment "staging"; there are "production", "owner"',
      ],
      [{ project: "defaul" }, 'there is no project "defaul"; did you mean "Default"?'],
      [
        { environment: "本番" },
        'there is no environment "本番"; there are "production", "staging"',
      ],
    ])("and is told of an unknown name, which changes nothing: %p", async (place, message) => {
      for (const [method, path] of [
        ["GET", "/features"],
        ["POST", "/features/search/boolean"],
        ["DELETE", "/features/search"],
        ["GET", "/no-such-route"],
      ] as const) {
        expect(await asked.call(method, path, place)).toMatchObject({
          status: 422,
          body: { code: "parameter_invalid", message },
        });
      }
      expect((await asked.call("GET", "/features/search")).body).toMatchObject({
        state: "conditional",
      });
    });

    test("and deletes features for Production only, as they are then gone everywhere", async () => {
      const { call } = asked;
      await call("POST", "/features", { body: { name: "old" } });
      expect(await call("DELETE", "/features/old", { environment: "staging" })).toMatchObject({
        status: 403,
        body: { code: "production_token_required" },
      });
      expect((await call("GET", "/features/old")).status).toBe(200);
      expect(await call("DELETE", "/features/old")).toEqual({ status: 204, body: undefined });
      expect((await call("GET", "/features/old")).status).toBe(404);
    });

    test("and gets long answers as a whole", async () => {
      const project = "Läden, 2";
      const features = Object.fromEntries(
        Array.from({ length: 600 }, (_, at) => [`feature_${at}`, { actors: ["x".repeat(1_000)] }]),
      );
      const imported = await asked.call("POST", "/import", { project, body: { features } });
      expect(imported.status).toBe(204);
      const { body } = await asked.call("GET", "/features", { project });
      expect((body as { features: object[] }).features).toHaveLength(600);
    });

    test("and can end a request", async () => {
      const ended = asked.ask({})("/features", { signal: AbortSignal.abort(new Error("ended")) });
      expect(await ended.catch((error: unknown) => error)).toEqual(new Error("ended"));
    });

    test("and gets 404 for what the API does not have", async () => {
      for (const [method, path] of [
        ["POST", "/environments"],
        ["DELETE", "/environments/1"],
        ["GET", "/token.list"],
      ] as const) {
        const { status } = await asked.call(method, path);
        expect([path, status]).toEqual([path, 404]);
      }
    });
  },
);

test("the data of a mountable server answers too, expressions shown", async () => {
  for (const target of askTargets) {
    const asked = await target.start("mountable");
    await asked.call("POST", "/features/search/expression", { body: expression });
    const { body } = await asked.call("GET", "/features/search");
    expect(body).toMatchObject({
      gates: [{}, { key: "expression", value: expression }, {}, {}, {}, {}],
    });
    const group = { name: "staff" };
    expect(
      (await asked.call("POST", "/features/search/groups", { body: group })).body,
    ).toMatchObject({ code: 2 });
    const unregistered = "/features/search/groups?allow_unregistered_groups=true";
    expect((await asked.call("POST", unregistered, { body: group })).status).toBe(200);
    await asked.stop();
  }
});

test("a web page is refused at the socket", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  for (const headers of [{ origin: "http://localhost" }, { "sec-fetch-site": "same-origin" }]) {
    const answer = await fetch("http://gatehouse/api/features/search/boolean", {
      unix: join(directory.path, "gatehouse.sock"),
      method: "POST",
      headers,
    });
    expect(answer.status).toBe(403);
  }
  expect(server.writer.state.features.get(1)?.has("search") ?? false).toBe(false);
  await server.stop();
});

test("reading a directory writes nothing, and does not start what a server starts", async () => {
  const [target] = askTargets;
  const asked = await target.start();
  const revision = async () =>
    (await asked.ask({})("/features")).headers.get("flipper-sync-version");
  const before = await revision();
  expect(await revision()).toBe(before);
  await asked.stop();
});

test("a missing directory is not created", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "none");
  await expect(askAt(path)({})("/features")).rejects.toThrow("there is no data in");
});
