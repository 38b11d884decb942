import { expect, test } from "bun:test";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { featureObject } from "../helpers/feature-object.ts";

// The exact bytes: keys in order, typed values, nothing else.
const atDefaults =
  '{"key":"search","state":"off","gates":[' +
  '{"key":"boolean","name":"boolean","value":false},' +
  '{"key":"groups","name":"group","value":[]},' +
  '{"key":"actors","name":"actor","value":[]},' +
  '{"key":"percentage_of_actors","name":"percentage_of_actors","value":0},' +
  '{"key":"percentage_of_time","name":"percentage_of_time","value":0}]}';

const withEveryGate =
  '{"key":"search","state":"on","gates":[' +
  '{"key":"boolean","name":"boolean","value":true},' +
  '{"key":"groups","name":"group","value":["admins","beta_testers"]},' +
  '{"key":"actors","name":"actor","value":["User;1","User;2"]},' +
  '{"key":"percentage_of_actors","name":"percentage_of_actors","value":45},' +
  '{"key":"percentage_of_time","name":"percentage_of_time","value":5}]}';

const everyGate = {
  boolean: "true",
  groups: ["admins", "beta_testers"],
  actors: ["User;1", "User;2"],
  expression: { Equal: [{ Property: ["plan"] }, "basic"] },
  percentage_of_actors: "45",
  percentage_of_time: "5",
};

describeMountable("feature object and gates (docs/api.md#feature-object)", (api) => {
  test("a new feature has every gate at its default, in the documented order", async () => {
    await api.features.create("search");
    const [, , text] = await api.features.get("search");
    expect(text).toBe(atDefaults);
  });

  test("values are typed, and there is no expression gate in this deployment", async () => {
    await api.import({ search: everyGate });
    const [, , text] = await api.features.get("search");
    expect(text).toBe(withEveryGate);
  });

  test("a feature with only an expression is conditional, and its shown gates have defaults", async () => {
    await api.import({ search: { expression: everyGate.expression } });
    const [, body] = await api.features.get("search");
    expect(body).toEqual(featureObject("search", "conditional"));
  });

  test("the list has the same object as GET of the feature, in the key features", async () => {
    await api.import({ search: everyGate });
    const [, , text] = await api.features.list();
    expect(text).toBe(`{"features":[${withEveryGate}]}`);
  });

  test("a gate write answers the same object as a later read", async () => {
    await api.import({ search: { ...everyGate, percentage_of_time: "4" } });
    const [, , text] = await api.gates.post("search", "percentage_of_time", { percentage: 5 });
    expect(text).toBe(withEveryGate);
  });

  test("a key is shown as it was given, not escaped or in another case", async () => {
    const name = 'Ünï "quoted" \\ </script> \u2028 🎉 %41 a/b';
    await api.features.create(name);
    const [, body] = await api.features.get(name);
    expect(body).toEqual(featureObject(name, "off"));
  });
});
