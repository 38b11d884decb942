import { expect, test } from "bun:test";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import type { HostedClient } from "../../helpers/hosted-client.ts";

const isPro = { Equal: [{ Property: ["plan"] }, "pro"] };

/** What the check says of one feature. */
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

describeHosted("4.3 with 2.6: expressions in actor checks", (api) => {
  test("a property opens the gate for those who have it", async () => {
    await api.expression.set("search", isPro);
    expect(await isEnabled(api, "search", "User;1", properties({ plan: "pro" }))).toBe(true);
    expect(await isEnabled(api, "search", "User;1", properties({ plan: "free" }))).toBe(false);
    expect(await isEnabled(api, "search", "User;1", properties({ plan: ["pro"] }))).toBe(false);
    expect(await isEnabled(api, "search", "User;1")).toBe(false);
  });

  test("flipper_id is the actor's own, whatever the properties claim", async () => {
    await api.expression.set("search", { Equal: [{ Property: ["flipper_id"] }, "User;1"] });
    const claim = properties({ flipper_id: "User;1" });
    expect(await isEnabled(api, "search", "User;1")).toBe(true);
    expect(await isEnabled(api, "search", "User;2", claim)).toBe(false);
  });

  test("a property's name is plain, and only the actor's own properties count", async () => {
    await api.expression.set("nested", { Equal: [{ Property: ["a.b"] }, 1] });
    expect(await isEnabled(api, "nested", "User;1", properties({ "a.b": 1 }))).toBe(true);
    expect(await isEnabled(api, "nested", "User;1", properties({ a: { b: 1 } }))).toBe(false);
    await api.expression.set("inherited", { Property: ["toString"] });
    expect(await isEnabled(api, "inherited", "User;1", properties({}))).toBe(false);
  });

  test("an expression that fails leaves the gate closed and the other features answered", async () => {
    await api.expression.set("broken", { Number: [true] });
    await api.gates.post("fine", "boolean");
    const [response, body] = await api.actors.check("User;1");
    expect(response.status).toBe(200);
    expect(body).toMatchObject({
      features: { broken: { enabled: false }, fine: { enabled: true } },
    });
  });

  test("an expression that closes leaves the other gates their say", async () => {
    await api.expression.set("search", isPro);
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    await api.gates.post("search", "groups", { name: "staff" });
    expect(await isEnabled(api, "search", "User;1")).toBe(true);
    expect(await isEnabled(api, "search", "User;2")).toBe(false);
    expect(await isEnabled(api, "search", "User;2", "&groups=staff")).toBe(true);
    expect(await isEnabled(api, "search", "User;2", "&groups=other,staff")).toBe(true);
    expect(await isEnabled(api, "search", "User;2", "&groups=Staff")).toBe(false);
  });

  test("groups of the query count for FeatureEnabled too", async () => {
    await api.gates.post("base", "groups", { name: "staff" });
    await api.expression.set("search", { FeatureEnabled: ["base"] });
    expect(await isEnabled(api, "search", "User;1", "&groups=staff")).toBe(true);
    expect(await isEnabled(api, "search", "User;1")).toBe(false);
  });

  test("an unknown feature is not enabled, and asking does not make it", async () => {
    await api.expression.set("search", { FeatureEnabled: ["missing"] });
    expect(await isEnabled(api, "search", "User;1")).toBe(false);
    expect((await api.features.get("missing"))[0].status).toBe(404);
  });

  test.each([
    ["plan", "properties is no JSON"],
    ["[]", "properties is a list"],
    ["1", "properties is a number"],
  ])("properties=%s is refused with code 8", async (text) => {
    const [response, body] = await api.actors.check("User;1", `properties=${text}`);
    expect(response.status).toBe(400);
    expect(body).toMatchObject({ code: 8 });
  });
});

describeHosted("FeatureEnabled in circles", (api) => {
  const asks = (feature: string) => ({ FeatureEnabled: [feature] });

  test("a feature that asks for itself is not enabled by that", async () => {
    await api.expression.set("self", asks("self"));
    expect(await isEnabled(api, "self", "User;1")).toBe(false);
    await api.expression.set("self", { Any: [asks("self"), true] });
    expect(await isEnabled(api, "self", "User;1")).toBe(true);
  });

  test("within itself a feature counts as closed, so one that is open unless it is open is open", async () => {
    await api.expression.set("self", { NotEqual: [asks("self"), true] });
    expect(await isEnabled(api, "self", "User;1")).toBe(true);
  });

  test("two that ask for each other are both closed, until one opens otherwise", async () => {
    await api.expression.set("a", asks("b"));
    await api.expression.set("b", asks("a"));
    const [, closed] = await api.actors.check("User;1");
    expect(closed).toMatchObject({ features: { a: { enabled: false }, b: { enabled: false } } });
    await api.gates.post("b", "actors", { flipper_id: "User;1" });
    const [, open] = await api.actors.check("User;1");
    expect(open).toMatchObject({ features: { a: { enabled: true }, b: { enabled: true } } });
  });

  test("what is asked first does not change the answers", async () => {
    await api.expression.set("a", { Any: [asks("b"), asks("c")] });
    await api.expression.set("b", asks("a"));
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
      names.map((name, index) => [name, { expression: asks(names[(index + 1) % 6] ?? "") }]),
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
      names.map((name, index) => [name, { expression: asks(names[index + 1] ?? "end") }]),
    );
    await api.import({ ...features, end: { boolean: true } });
    expect(await isEnabled(api, "link_0", "User;1")).toBe(true);
  });
});
