import { beforeEach, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { unreadBody } from "../../../src/http/declared/body-schemas.ts";
import { documentedText } from "../../../src/http/declared/documented-schemas.ts";
import { openRoutes } from "../../../src/http/declared/open-routes.ts";
import { segment } from "../../../src/http/declared/sent-values.ts";
import { ElysiaBypass } from "../../../src/http/routing/elysia-bypass.ts";

const respondWith =
  (text: string) =>
  ({ params }: { readonly params?: object }) =>
    new Response(`${text}(${Object.values(params ?? {}).join()})`);
const name = segment(Type.String(), (text) => text);
const named = { feature_name: name };
const declared = (params: Record<string, typeof name> = {}) => ({
  access: "anyone" as const,
  params: Type.Object(params),
  response: { 200: documentedText("The answer", "list()") },
  detail: { operationId: "answer", summary: "Answer", description: "Answers." },
});
const withBody = { body: unreadBody(Type.Unknown(), null) };
const app = new Elysia({ prefix: "/adapter" })
  .use(openRoutes())
  .get("/features", respondWith("list"), declared())
  .post("/telemetry", respondWith("submit"), { ...declared(), ...withBody })
  .post("/features", respondWith("create"), { ...declared(), ...withBody })
  .post("/features/:feature_name", respondWith("change"), { ...declared(named), ...withBody })
  .put("/features/:feature_name", respondWith("replace"), { ...declared(named), ...withBody })
  .get("/features/:feature_name", respondWith("feature"), declared(named))
  .get("/actors/:flipper_id", respondWith("actor"), declared({ flipper_id: name }))
  .get(
    "/features/:feature_name/history/:id",
    respondWith("history"),
    declared({ ...named, id: name }),
  )
  .get("/audits", () => new Response("audits"))
  .post("/groups", respondWith("groups"), { ...declared(), readsBody: true })
  .get("/files/*", respondWith("files"), declared());
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
  ["POST", "/adapter/groups"],
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
  const refusing = new Elysia().use(openRoutes()).get(
    "/refused",
    () => {
      throw new Error("refused");
    },
    declared(),
  );
  const request = new Request("http://localhost/refused");
  expect(() => new ElysiaBypass(refusing.routes).answer(request, () => undefined)).toThrow(
    "refused",
  );
});
