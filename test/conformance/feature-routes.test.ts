import { expect, test } from "bun:test";
import { encodings } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { everything } from "../helpers/expect-refused.ts";
import { featureObject } from "../helpers/feature-object.ts";

describeMountable("features (docs/api.md#features)", (api) => {
  test("GET /features: 200 with an empty list", async () => {
    const [response, , text] = await api.features.list();
    expect([response.status, text]).toEqual([200, '{"features":[]}']);
  });

  test("GET /features: 200 with all features", async () => {
    await api.features.create("search");
    await api.gates.post("checkout", "boolean");
    const [response, body] = await api.features.list();
    expect(response.status).toBe(200);
    expect(body).toEqual({
      features: [
        featureObject("checkout", "on", { boolean: true }),
        featureObject("search", "off"),
      ],
    });
  });

  test.each([...encodings])("POST /features as %s: an empty JSON response", async (encoding) => {
    const [response, , text] = await api.sending(encoding).features.create("search");
    expect([response.status, text]).toEqual([200, "{}"]);
    const [, body] = await api.features.list();
    expect(body).toEqual({ features: [featureObject("search", "off")] });
  });

  test("POST /features of an existing feature changes nothing", async () => {
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    const before = await everything(api);
    const [response, , text] = await api.features.create("search");
    expect([response.status, text]).toEqual([200, "{}"]);
    expect(await everything(api)).toEqual(before);
  });

  test("GET /features/{feature_name}: 200 with the feature", async () => {
    await api.import({ search: { actors: ["User;1"] }, other: { boolean: "true" } });
    const [response, body] = await api.features.get("search");
    expect(response.status).toBe(200);
    expect(body).toEqual(featureObject("search", "conditional", { actors: ["User;1"] }));
  });

  test("GET /features/{feature_name} of an unknown one creates nothing", async () => {
    const before = await everything(api);
    const [response] = await api.features.get("search");
    expect(response.status).toBe(404);
    expect(await everything(api)).toEqual(before);
  });

  test("DELETE /features/{feature_name}: 204, and only that feature is removed", async () => {
    await api.import({ search: { actors: ["User;1"] }, other: { boolean: "true" } });
    const [response] = await api.features.remove("search");
    expect(response.status).toBe(204);
    expect((await api.features.get("search"))[0].status).toBe(404);
    const [, body] = await api.features.list();
    expect(body).toEqual({ features: [featureObject("other", "on", { boolean: true })] });
  });

  test("a feature that is created again after its deletion has default gates", async () => {
    await api.gates.post("search", "boolean");
    await api.features.remove("search");
    await api.features.create("search");
    const [, body] = await api.features.get("search");
    expect(body).toEqual(featureObject("search", "off"));
  });

  test("DELETE /features/{feature_name} of an unknown one: 204, nothing changed", async () => {
    await api.features.create("other");
    const before = await everything(api);
    const [response] = await api.features.remove("search");
    expect(response.status).toBe(204);
    expect(await everything(api)).toEqual(before);
  });

  test("DELETE /features/{feature_name}/clear: 204, removes the gate values, keeps the feature", async () => {
    await api.import({
      search: {
        boolean: "true",
        groups: ["admins"],
        actors: ["User;1"],
        expression: { Equal: [1, 1] },
        percentage_of_actors: "1",
        percentage_of_time: "2",
      },
      other: { boolean: "true" },
    });
    const [response] = await api.features.clear("search");
    expect(response.status).toBe(204);
    const [, body] = await api.features.list();
    expect(body).toEqual({
      features: [featureObject("other", "on", { boolean: true }), featureObject("search", "off")],
    });
    const [, check] = await api.actors.check("User;1", "keys=search");
    expect(check).toEqual({ flipper_id: "User;1", features: { search: { enabled: false } } });
  });

  test("DELETE /features/{feature_name}/clear of an unknown one: 204, nothing created", async () => {
    const before = await everything(api);
    const [response] = await api.features.clear("search");
    expect(response.status).toBe(204);
    expect(await everything(api)).toEqual(before);
  });

  test("features are listed by key, in the order of UTF-8 bytes", async () => {
    const ascii = ["!", "1", "10", "9", "A", "Z", "_", "a", "a b", "a,b", "a/b", "aa", "é", "日"];
    const ordered = [...ascii, "\uffee", "🎉"];
    for (const key of ordered.toReversed()) {
      await api.features.create(key);
    }
    const [, , text] = await api.features.list("exclude_gates=true");
    expect(text).toBe(
      `{"features":[${ordered.map((key) => `{"key":"${key}","state":"off"}`).join()}]}`,
    );
  });
});
