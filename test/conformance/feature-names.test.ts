import { expect, test } from "bun:test";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { featureObject } from "../helpers/feature-object.ts";

// Any character is allowed. The path is as a client sends it, not always escaped.
const names: [name: string, path: string][] = [
  ["search", "search"],
  ["search", "%73earch"],
  ["a/b", "a/b"],
  ["a/b", "a%2Fb"],
  ["a/b", "a%2fb"],
  ["a/b/c", "a%2Fb/c"],
  ["a//b", "a//b"],
  ["/", "%2F"],
  ["/", "/"],
  ["/a", "/a"],
  ["a/", "a/"],
  ["a,b", "a,b"],
  ["a,b", "a%2Cb"],
  ["a+b", "a+b"],
  ["a+b", "a%2Bb"],
  ["a b", "a%20b"],
  ["100%", "100%25"],
  ["%2F", "%252F"],
  ["%41", "%2541"],
  ["?", "%3F"],
  ["a?b=c&d", "a%3Fb=c&d"],
  ["#", "%23"],
  ["a;b", "a;b"],
  [":feature_name", ":feature_name"],
  ["*", "*"],
  ["...", "..."],
  ["a/../b", "a%2F..%2Fb"],
  ["é", "%C3%A9"],
  ["🎉", "%F0%9F%8E%89"],
  ["🎉 日本", "🎉%20日本"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["toString", "toString"],
  ["features", "features"],
  ["import", "import"],
  ["actors", "actors"],
  ["clear", "clear"],
  ["boolean", "boolean"],
  ["x/clear", "x%2Fclear"],
  ["x/boolean", "x%2Fboolean"],
  ["x/clear/y", "x/clear/y"],
  ["x/Clear", "x/Clear"],
  ["x/clear/", "x/clear/"],
  ["0", "0"],
  ["null", "null"],
  ['"\\', "%22%5C"],
  ["<script>", "%3Cscript%3E"],
];

/** Names and their keys: POST /features removes invisible characters and trims white space. */
const normalized: [name: string, key: string][] = [
  [" search ", "search"],
  ["\t\n search\r\n", "search"],
  ["\u00a0search\u3000", "search"],
  ["sea\u200brch", "search"],
  ["\ufeffsearch", "search"],
  ["sea\u00adrch\u2060", "search"],
  ["sea\u0000rch\u001b\u007f", "search"],
  ["sea\u2800rch", "search"],
  [" \u200b search \u200b ", "search"],
  ["new search", "new search"],
  ["Search", "Search"],
  ["e\u0301", "e\u0301"],
];

describeMountable("feature names (docs/api.md#names-in-paths)", (api) => {
  test.each(names)("%j is /features/%s for every operation", async (name, path) => {
    await api.sending("json").features.create(name);
    await api.features.create("other");
    const [read, body] = await api.call("GET", `/features/${path}`);
    expect(read.status).toBe(200);
    expect(body).toEqual(featureObject(name, "off"));
    const [written, enabled] = await api.call("POST", `/features/${path}/boolean`);
    expect(written.status).toBe(200);
    expect(enabled).toEqual(featureObject(name, "on", { boolean: true }));
    const [cleared] = await api.call("DELETE", `/features/${path}/clear`);
    expect(cleared.status).toBe(204);
    expect((await api.call("GET", `/features/${path}`))[1]).toEqual(featureObject(name, "off"));
    const [removed] = await api.call("DELETE", `/features/${path}`);
    expect(removed.status).toBe(204);
    const [, list] = await api.features.list();
    expect(list).toEqual({ features: [featureObject("other", "off")] });
  });

  test.each(normalized)("POST /features names %j %j", async (name, key) => {
    const [response] = await api.sending("json").features.create(name);
    expect(response.status).toBe(200);
    const [, body] = await api.features.list();
    expect(body).toEqual({ features: [featureObject(key, "off")] });
  });

  test("a plus is a plus in a path and a space in a form", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await api.call("POST", "/features", { body: "name=a+b", headers });
    await api.call("POST", "/features", { body: "name=c%2Bd", headers });
    expect((await api.call("GET", "/features/a%20b"))[0].status).toBe(200);
    expect((await api.call("GET", "/features/c+d"))[0].status).toBe(200);
    expect((await api.call("GET", "/features/a+b"))[0].status).toBe(404);
    expect((await api.call("GET", "/features/c%20d"))[0].status).toBe(404);
  });

  test("x/clear is an action when sent raw, and a name when its slash is escaped", async () => {
    await api.import({ x: { boolean: "true" }, "x/clear": { boolean: "true" } });
    await api.call("DELETE", "/features/x/clear");
    const [, cleared] = await api.features.list();
    expect(cleared).toEqual({
      features: [featureObject("x", "off"), featureObject("x/clear", "on", { boolean: true })],
    });
    await api.call("DELETE", "/features/x%2Fclear");
    const [, removed] = await api.features.list();
    expect(removed).toEqual({ features: [featureObject("x", "off")] });
  });

  test("names in other letters or another normal form are other features", async () => {
    for (const name of ["search", "Search", "é", "e\u0301"]) {
      await api.gates.post(name, "actors", { flipper_id: name });
    }
    for (const name of ["search", "Search", "é", "e\u0301"]) {
      const [, body] = await api.features.get(name);
      expect(body).toEqual(featureObject(name, "conditional", { actors: [name] }));
    }
  });

  test("no path creates the names . and .., as no URL can contain them", async () => {
    for (const path of ["/features/./boolean", "/features/%2e%2e/boolean", "/features/%2E"]) {
      await api.call("POST", path);
    }
    const [, body] = await api.features.list();
    expect(body).toEqual({ features: [] });
  });
});
