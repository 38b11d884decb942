import { beforeEach, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { ElysiaBypass } from "../../../src/http/routing/elysia-bypass.ts";
import { synchronousHandler } from "../../../src/http/routing/synchronous-handler.ts";

const respondWith = (text: string) =>
  synchronousHandler((_, name) => new Response(`${text}(${name})`));
const app = new Elysia({ prefix: "/adapter" })
  .get("/features", respondWith("list"))
  .post("/telemetry", respondWith("submit"))
  .post("/features", respondWith("create"))
  .post("/features/:feature_name", respondWith("change"))
  .put("/features/:feature_name", respondWith("replace"))
  .get("/features/:feature_name", respondWith("feature"))
  .get("/actors/:flipper_id", respondWith("actor"))
  .get("/features/:feature_name/history/:id", respondWith("history"))
  .get("/audits", () => new Response("audits"))
  .get("/files/*", respondWith("files"));
const bypass = new ElysiaBypass(app.routes);

const patterns: string[] = [];
const answer = (method: string, path: string) =>
  bypass.answer(new Request(`http://localhost${path}`, { method }), (pattern) => {
    patterns.push(pattern);
  });

beforeEach(() => {
  patterns.length = 0;
});

const answered: [method: string, path: string, text: string, pattern: string][] = [
  ["GET", "/adapter/features", "list()", "/adapter/features"],
  ["GET", "/adapter/features?keys=a/b", "list()", "/adapter/features"],
  ["GET", "/adapter/features/search", "feature(search)", "/adapter/features/:feature_name"],
  ["GET", "/adapter/features/a%2Fb?x", "feature(a/b)", "/adapter/features/:feature_name"],
  ["GET", "/adapter/features/clear", "feature(clear)", "/adapter/features/:feature_name"],
  ["GET", "/adapter/actors/User;1", "actor(User;1)", "/adapter/actors/:flipper_id"],
  ["GET", "/adapter/actors/User%3B1%20+", "actor(User;1 +)", "/adapter/actors/:flipper_id"],
  ["POST", "/adapter/telemetry", "submit()", "/adapter/telemetry"],
  ["POST", "/adapter/features", "create()", "/adapter/features"],
  ["POST", "/adapter/features/a%2Fb", "change(a/b)", "/adapter/features/:feature_name"],
];

test.each(answered)(
  "%s %s is answered as Elysia answers it",
  async (method, path, text, pattern) => {
    expect(await (await answer(method, path))?.text()).toBe(text);
    expect(patterns).toEqual([pattern]);
    const request = new Request(`http://localhost${path}`, { method });
    expect(await (await app.handle(request)).text()).toBe(text);
  },
);

const otherRequests: [method: string, path: string][] = [
  ["POST", "/adapter/audits"],
  ["GET", "/adapter/telemetry"],
  ["PUT", "/adapter/telemetry"],
  ["POST", "/adapter/telemetry/"],
  ["POST", "/adapter/telemetry?keys=%EF%BF%BD"],
  ["POST", "/adapter/features/a/b"],
  ["PUT", "/adapter/features/search"],
  ["HEAD", "/adapter/features"],
  ["DELETE", "/adapter/features/search"],
  ["GET", "/adapter"],
  ["GET", "/features"],
  ["GET", "/adapter/features/"],
  ["GET", "//adapter/features"],
  ["GET", "/adapter//features"],
  ["GET", "/adapter/Features"],
  ["GET", "/adapter/featuresx"],
  ["GET", "/adapter/features/a/b"],
  ["GET", "/adapter/features/a/clear"],
  ["GET", "/adapter/features/a/history/1"],
  ["GET", "/adapter/features/%zz"],
  ["GET", "/adapter/features/%C3"],
  ["GET", "/adapter/features/%EF%BF%BD"],
  ["GET", "/adapter/features?keys=%EF%BF%BD"],
  ["GET", "/adapter/actors/"],
  ["GET", "/adapter/audits"],
  ["GET", "/adapter/files/a"],
];

test.each(otherRequests)("%s %s is not answered without Elysia", (method, path) => {
  expect(answer(method, path)).toBeUndefined();
  expect(patterns).toEqual([]);
});

test("an error of a handler is thrown", () => {
  const refusing = new Elysia().get(
    "/refused",
    synchronousHandler(() => {
      throw new Error("refused");
    }),
  );
  const request = new Request("http://localhost/refused");
  expect(() => new ElysiaBypass(refusing.routes).answer(request, () => undefined)).toThrow(
    "refused",
  );
});
