import { expect, test } from "bun:test";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

// Every route of this deployment, with its methods.
const routes: [path: string, allowed: string[]][] = [
  ["/features", ["GET", "HEAD", "POST"]],
  ["/features/", ["GET", "HEAD", "POST"]],
  ["/features/search", ["DELETE", "GET", "HEAD"]],
  ["/features/unknown", ["DELETE", "GET", "HEAD"]],
  ["/features/a/b", ["DELETE", "GET", "HEAD"]],
  ["/features/search%2Fclear", ["DELETE", "GET", "HEAD"]],
  ["/features/search/clear", ["DELETE"]],
  ["/features/a/b/clear", ["DELETE"]],
  ["/features/search/boolean", ["DELETE", "POST"]],
  ["/features/search/groups", ["DELETE", "POST"]],
  ["/features/search/actors", ["DELETE", "POST"]],
  ["/features/search/percentage_of_actors", ["DELETE", "POST"]],
  ["/features/search/percentage_of_time", ["DELETE", "POST"]],
  ["/actors/User;1", ["GET", "HEAD"]],
  ["/actors/User;1/clear", ["GET", "HEAD"]],
  ["/actors", ["POST"]],
  ["/actors/", ["GET", "HEAD"]],
  ["//actors/", ["GET", "HEAD"]],
  ["/features//clear", ["DELETE"]],
  ["/features//boolean", ["DELETE", "POST"]],
  ["/import", ["POST"]],
];

const unknown = ["", "/", "/nothing", "/feature", "/Features", "/import/x", "/featuresx"];

const wrongMethods = routes.flatMap(([path, allowed]) =>
  methods
    .filter((method) => !allowed.includes(method) && method !== "HEAD")
    .map((method) => [method, path, allowed.join(", ")] as const),
);

const reads = ["/features", "/features?keys=search", "/features/search", "/actors/User;1"];
const failedReads = ["/features/unknown", "/features/%zz", "/nothing", "/import", "/actors/"];

describeMountable("routes and methods (docs/api.md#requests)", (api) => {
  test.each(wrongMethods)("%s %s: 405, Allow: %s", async (method, path, allowed) => {
    await api.import({ search: { boolean: "true" } });
    const refused = { status: 405, code: "method_not_allowed" };
    const [response] = await expectRefused(api, refused, () => api.call(method, path));
    expect(response.headers.get("allow")).toBe(allowed);
  });

  test.each(unknown)("%p is not a route, with any method", async (path) => {
    for (const method of methods.filter((name) => name !== "HEAD")) {
      await expectRefused(api, { status: 404, code: "route_not_found" }, () =>
        api.call(method, path),
      );
    }
  });

  test.each([...reads, ...failedReads])(
    "HEAD %s answers as GET, without the body",
    async (path) => {
      await api.import({ search: { actors: ["User;1"] } });
      const get = await api.send(path);
      const head = await api.send(path, { method: "HEAD" });
      expect(head.status).toBe(get.status);
      expect(await head.text()).toBe("");
      for (const name of ["content-type", "etag", "vary", "flipper-sync-version", "allow"]) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      const length = (await get.arrayBuffer()).byteLength;
      expect(Number(head.headers.get("content-length"))).toBe(length);
    },
  );

  test("HEAD changes nothing, and may be conditional", async () => {
    await api.import({ search: {} });
    const etag = (await api.send("/features")).headers.get("etag") ?? "";
    const head = { method: "HEAD", headers: { "if-none-match": etag } };
    expect((await api.send("/features", head)).status).toBe(304);
    expect((await api.send("/features/unknown", { method: "HEAD" })).status).toBe(404);
    expect((await api.features.list())[0].headers.get("etag")).toBe(etag);
  });

  test("a base URL that ends in a slash gives the same routes", async () => {
    await api.call("POST", "//features", { parameters: { name: "search" } });
    await api.call("POST", "//features/search/boolean");
    const [, , list] = await api.features.list();
    expect(list).toContain('"key":"search","state":"on"');
    expect((await api.call("GET", "//features"))[2]).toBe(list);
    expect((await api.call("GET", "///features/search"))[0].status).toBe(200);
    expect((await api.call("GET", "//actors/User;1"))[0].status).toBe(200);
    expect((await api.call("DELETE", "//features/search/clear"))[0].status).toBe(204);
    expect((await api.call("DELETE", "//features/search"))[0].status).toBe(204);
    const [response] = await api.call("POST", "//import", { body: '{"features":{}}' });
    expect(response.status).toBe(204);
  });

  test("no header overrides the method", async () => {
    await api.import({ search: { boolean: "true" } });
    for (const name of ["x-http-method-override", "x-method-override", "x-http-method"]) {
      await api.call("GET", "/features/search?_method=DELETE", { headers: { [name]: "DELETE" } });
    }
    expect((await api.features.get("search"))[0].status).toBe(200);
  });
});
