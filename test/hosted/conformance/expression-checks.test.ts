import { expect, test } from "bun:test";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import type { HostedClient } from "../../helpers/hosted-client.ts";

const isPro = { Equal: [{ Property: ["plan"] }, "pro"] };

/** Returns whether the actor check reports the feature as enabled. */
async function isEnabled(api: HostedClient, feature: string, flipperId: string, query = "") {
  const [response, body] = await api.actors.check(
    flipperId,
    `keys=${encodeURIComponent(feature)}${query}`,
  );
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ flipper_id: flipperId });
  return JSON.stringify(body).endsWith('{"enabled":true}}}');
}

function properties(values: Readonly<Record<string, unknown>>): string {
  return `&properties=${encodeURIComponent(JSON.stringify(values))}`;
}

describeHosted("expressions in actor checks (docs/api.md#expressions)", (api) => {
  test("an expression with a property is true for actors with that property", async () => {
    await api.expression.set("search", isPro);
    expect(await isEnabled(api, "search", "User;1", properties({ plan: "pro" }))).toBe(true);
    expect(await isEnabled(api, "search", "User;1", properties({ plan: "free" }))).toBe(false);
    expect(await isEnabled(api, "search", "User;1", properties({ plan: ["pro"] }))).toBe(false);
    expect(await isEnabled(api, "search", "User;1")).toBe(false);
  });

  test("the property flipper_id is always the actor's id", async () => {
    await api.expression.set("search", { Equal: [{ Property: ["flipper_id"] }, "User;1"] });
    const otherId = properties({ flipper_id: "User;1" });
    expect(await isEnabled(api, "search", "User;1")).toBe(true);
    expect(await isEnabled(api, "search", "User;2", otherId)).toBe(false);
  });

  test("dots in a property's name have no meaning, and inherited properties do not count", async () => {
    await api.expression.set("nested", { Equal: [{ Property: ["a.b"] }, 1] });
    expect(await isEnabled(api, "nested", "User;1", properties({ "a.b": 1 }))).toBe(true);
    expect(await isEnabled(api, "nested", "User;1", properties({ a: { b: 1 } }))).toBe(false);
    await api.expression.set("inherited", { Property: ["toString"] });
    expect(await isEnabled(api, "inherited", "User;1", properties({}))).toBe(false);
  });

  test("an expression that fails closes its gate, and the other features are answered", async () => {
    await api.expression.set("broken", { Number: [{ Boolean: [{ Property: ["x"] }] }] });
    await api.gates.post("fine", "boolean");
    const [response, body] = await api.actors.check("User;1");
    expect(response.status).toBe(200);
    expect(body).toMatchObject({
      features: { broken: { enabled: false }, fine: { enabled: true } },
    });
  });

  test("a false expression does not close the other gates", async () => {
    await api.expression.set("search", isPro);
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    await api.gates.post("search", "groups", { name: "staff" });
    expect(await isEnabled(api, "search", "User;1")).toBe(true);
    expect(await isEnabled(api, "search", "User;2")).toBe(false);
    expect(await isEnabled(api, "search", "User;2", "&groups=staff")).toBe(true);
    expect(await isEnabled(api, "search", "User;2", "&groups=other,staff")).toBe(true);
    expect(await isEnabled(api, "search", "User;2", "&groups=Staff")).toBe(false);
  });

  test("groups of the query also count for FeatureEnabled", async () => {
    await api.gates.post("base", "groups", { name: "staff" });
    await api.expression.set("search", { FeatureEnabled: ["base"] });
    expect(await isEnabled(api, "search", "User;1", "&groups=staff")).toBe(true);
    expect(await isEnabled(api, "search", "User;1")).toBe(false);
  });

  test("an unknown feature in FeatureEnabled is not enabled and not created", async () => {
    await api.expression.set("search", { FeatureEnabled: ["missing"] });
    expect(await isEnabled(api, "search", "User;1")).toBe(false);
    expect((await api.features.get("missing"))[0].status).toBe(404);
  });

  test.each([
    ["plan", "properties is not JSON"],
    ["[]", "properties is a list"],
    ["1", "properties is a number"],
  ])("properties=%s is refused with code 8", async (text) => {
    const [response, body] = await api.actors.check("User;1", `properties=${text}`);
    expect(response.status).toBe(400);
    expect(body).toMatchObject({ code: 8 });
  });
});

describeHosted("FeatureEnabled in cycles", (api) => {
  const dependsOn = (feature: string) => ({ FeatureEnabled: [feature] });

  test("a feature that depends on itself is not enabled by that", async () => {
    await api.expression.set("self", dependsOn("self"));
    expect(await isEnabled(api, "self", "User;1")).toBe(false);
    await api.expression.set("self", { Any: [dependsOn("self"), true] });
    expect(await isEnabled(api, "self", "User;1")).toBe(true);
  });

  test("while it is evaluated a feature is not enabled, so `NotEqual` of itself and true is true", async () => {
    await api.expression.set("self", { NotEqual: [dependsOn("self"), true] });
    expect(await isEnabled(api, "self", "User;1")).toBe(true);
  });

  test("two features that depend on each other are disabled, until another gate of one opens", async () => {
    await api.expression.set("a", dependsOn("b"));
    await api.expression.set("b", dependsOn("a"));
    const [, closed] = await api.actors.check("User;1");
    expect(closed).toMatchObject({ features: { a: { enabled: false }, b: { enabled: false } } });
    await api.gates.post("b", "actors", { flipper_id: "User;1" });
    const [, open] = await api.actors.check("User;1");
    expect(open).toMatchObject({ features: { a: { enabled: true }, b: { enabled: true } } });
  });

  test("the order of keys does not change the results", async () => {
    await api.expression.set("a", { Any: [dependsOn("b"), dependsOn("c")] });
    await api.expression.set("b", dependsOn("a"));
    await api.expression.set("c", { Boolean: [true] });
    for (const keys of ["a,b,c", "b,a,c", "c,b,a"]) {
      const [, body] = await api.actors.check("User;1", `keys=${keys}`);
      expect(body).toMatchObject({
        features: { a: { enabled: true }, b: { enabled: true }, c: { enabled: true } },
      });
    }
  });

  test("a ring is open if something else opens one of it, whoever asks for it", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `ring_${index}`);
    const ring = Object.fromEntries(
      names.map((name, index) => [name, { expression: dependsOn(names[(index + 1) % 6] ?? "") }]),
    );
    await api.import({ ...ring, ring_4: { ...ring.ring_4, actors: ["User;1"] } });
    for (const name of names) {
      expect(await isEnabled(api, name, "User;1")).toBe(true);
      expect(await isEnabled(api, name, "User;2")).toBe(false);
    }
  });

  test("a chain of any length is followed to its end", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `link_${index}`);
    const features = Object.fromEntries(
      names.map((name, index) => [name, { expression: dependsOn(names[index + 1] ?? "end") }]),
    );
    await api.import({ ...features, end: { boolean: true } });
    expect(await isEnabled(api, "link_0", "User;1")).toBe(true);
  });
});
