import { expect, test } from "bun:test";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import { hostedFeature } from "../../helpers/hosted-feature.ts";

// The exact bytes: `expression` is second, typed values, nothing else.
const atDefaults =
  '{"key":"search","state":"off","gates":[' +
  '{"key":"boolean","name":"boolean","value":false},' +
  '{"key":"expression","name":"expression","value":null},' +
  '{"key":"groups","name":"group","value":[]},' +
  '{"key":"actors","name":"actor","value":[]},' +
  '{"key":"percentage_of_actors","name":"percentage_of_actors","value":0},' +
  '{"key":"percentage_of_time","name":"percentage_of_time","value":0}]}';

const withEveryGate =
  '{"key":"search","state":"on","gates":[' +
  '{"key":"boolean","name":"boolean","value":true},' +
  '{"key":"expression","name":"expression","value":{"Equal":[{"Property":["plan"]},"basic"]}},' +
  '{"key":"groups","name":"group","value":["admins","beta_testers"]},' +
  '{"key":"actors","name":"actor","value":["User;1","User;2"]},' +
  '{"key":"percentage_of_actors","name":"percentage_of_actors","value":45},' +
  '{"key":"percentage_of_time","name":"percentage_of_time","value":5}]}';

const everyGate = {
  boolean: "true",
  groups: ["beta_testers", "admins"],
  actors: ["User;2", "User;1"],
  expression: { Equal: [{ Property: ["plan"] }, "basic"] },
  percentage_of_actors: "45",
  percentage_of_time: "5",
};

const basic = { Equal: [{ Property: ["plan"] }, "basic"] };

describeHosted("feature object and gates (docs/api.md#feature-object)", (api) => {
  test("a new feature has every gate at its default, with expression as the second", async () => {
    await api.features.create("search");
    const [, , text] = await api.features.get("search");
    expect(text).toBe(atDefaults);
  });

  test("values are typed, and an expression is a JSON object", async () => {
    await api.import({ search: everyGate });
    const [, , text] = await api.features.get("search");
    expect(text).toBe(withEveryGate);
  });

  test("the list has the same object as GET of the feature, in the key features", async () => {
    await api.import({ search: everyGate });
    const [, , text] = await api.features.list();
    expect(text).toBe(`{"features":[${withEveryGate}]}`);
  });

  test("every gate write answers the same object as a later read", async () => {
    const writes = [
      () => api.gates.post("search", "groups", { name: "admins" }),
      () => api.gates.post("search", "actors", { flipper_id: "User;1" }),
      () => api.gates.post("search", "percentage_of_actors", { percentage: 25 }),
      () => api.gates.post("search", "percentage_of_time", { percentage: 5 }),
      () => api.expression.set("search", basic),
      () => api.expression.clear("search"),
      () => api.gates.delete("search", "groups", { name: "admins" }),
      () => api.gates.delete("search", "actors", { flipper_id: "User;1" }),
      () => api.gates.delete("search", "percentage_of_actors"),
      () => api.gates.delete("search", "percentage_of_time"),
      () => api.gates.post("search", "boolean"),
      () => api.gates.delete("search", "boolean"),
    ];
    for (const write of writes) {
      const [response, , written] = await write();
      const [, , read] = await api.features.get("search");
      expect(response.status).toBe(200);
      expect(written).toBe(read);
    }
    expect((await api.features.get("search"))[2]).toBe(atDefaults);
  });

  test("exclude_gates leaves the expression out, exclude_gate_names its name", async () => {
    await api.import({ search: { expression: basic } });
    const [, , bare] = await api.features.list("exclude_gates=true");
    expect(bare).toBe('{"features":[{"key":"search","state":"conditional"}]}');
    const [, , unnamed] = await api.features.list("exclude_gate_names=true");
    expect(unnamed).toContain(
      '{"key":"expression","value":{"Equal":[{"Property":["plan"]},"basic"]}}',
    );
    expect(unnamed).not.toContain('"name"');
  });
});

describeHosted("states with the expression gate (docs/api.md#states)", (api) => {
  test("off becomes conditional with an expression, and off again without it", async () => {
    await api.features.create("search");
    const [, set] = await api.expression.set("search", basic);
    expect(set).toEqual(hostedFeature("search", "conditional", { expression: basic }));
    const [, cleared] = await api.expression.clear("search");
    expect(cleared).toEqual(hostedFeature("search", "off"));
  });

  test("with an expression and another gate the state stays conditional when one is removed", async () => {
    await api.expression.set("search", basic);
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    const [, withoutActor] = await api.gates.delete("search", "actors", { flipper_id: "User;1" });
    expect(withoutActor).toMatchObject({ state: "conditional" });
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    const [, withoutExpression] = await api.expression.clear("search");
    expect(withoutExpression).toEqual(
      hostedFeature("search", "conditional", { actors: ["User;1"] }),
    );
  });

  test.each(["POST", "DELETE"] as const)("%s boolean resets the expression", async (method) => {
    await api.expression.set("search", basic);
    const [, body] = await (method === "POST"
      ? api.gates.post("search", "boolean")
      : api.gates.delete("search", "boolean"));
    expect(body).toEqual(
      method === "POST"
        ? hostedFeature("search", "on", { boolean: true })
        : hostedFeature("search", "off"),
    );
  });

  test("an expression that is set after boolean is kept, and the state stays on", async () => {
    await api.gates.post("search", "boolean");
    const [, body] = await api.expression.set("search", basic);
    expect(body).toEqual(hostedFeature("search", "on", { boolean: true, expression: basic }));
  });

  test("clear removes the expression with all other values", async () => {
    await api.import({ search: everyGate });
    const [response] = await api.features.clear("search");
    expect(response.status).toBe(204);
    const [, body] = await api.features.get("search");
    expect(body).toEqual(hostedFeature("search", "off"));
  });
});
