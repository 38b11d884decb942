import { expect, test } from "bun:test";
import { type Call, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { everything, expectRefused } from "../helpers/expect-refused.ts";
import { featureObject, type GateValues, type State } from "../helpers/feature-object.ts";

// The gates of a feature in an import, and the resulting feature.
const gates: [document: unknown, state: State, values: GateValues][] = [
  [{}, "off", {}],
  [
    {
      boolean: null,
      groups: [],
      actors: [],
      expression: null,
      percentage_of_actors: null,
      percentage_of_time: null,
    },
    "off",
    {},
  ],
  [{ boolean: "true" }, "on", { boolean: true }],
  [{ boolean: true }, "on", { boolean: true }],
  [{ boolean: false }, "off", {}],
  [{ groups: ["b", "a", "b"] }, "conditional", { groups: ["a", "b"] }],
  [{ actors: ["User;2", "User;1"] }, "conditional", { actors: ["User;1", "User;2"] }],
  [{ expression: {} }, "off", {}],
  [{ expression: { Any: [true] } }, "conditional", {}],
  [{ percentage_of_actors: "25" }, "conditional", { percentage_of_actors: 25 }],
  [{ percentage_of_actors: 25 }, "conditional", { percentage_of_actors: 25 }],
  [{ percentage_of_time: "100" }, "on", { percentage_of_time: 100 }],
  [{ percentage_of_time: "0" }, "off", {}],
  [{ unheard: ["of"], deny_actors: ["User;1"] }, "off", {}],
  [
    {
      boolean: "true",
      groups: ["admins"],
      actors: ["User;1"],
      percentage_of_actors: "1",
      percentage_of_time: "2",
    },
    "on",
    {
      boolean: true,
      groups: ["admins"],
      actors: ["User;1"],
      percentage_of_actors: 1,
      percentage_of_time: 2,
    },
  ],
];

const badFeatures: unknown[] = [
  { search: null },
  { search: [] },
  { search: "on" },
  { search: { boolean: "yes" } },
  { search: { boolean: 1 } },
  { search: { groups: "admins" } },
  { search: { groups: { admins: true } } },
  { search: { groups: [""] } },
  { search: { groups: [null] } },
  { search: { actors: "User;1" } },
  { search: { actors: [["User;1"]] } },
  { search: { actors: ["x".repeat(1025)] } },
  { search: { percentage_of_actors: "12.5" } },
  { search: { percentage_of_actors: "" } },
  { search: { percentage_of_time: 101 } },
  { search: { percentage_of_time: "-1" } },
  { search: { expression: { All: [] } } },
  { search: { expression: { Unheard: [1] } } },
  { search: { expression: ["Equal", 1, 1] } },
  { search: { expression: { Equal: [{ Property: ["id"] }, 2 ** 53] } } },
  { fine: {}, search: { expression: { Number: -(2 ** 60) } } },
  { "": {} },
  { " search": {} },
  { "..": {} },
  { ["x".repeat(256)]: {} },
  { fine: { boolean: "true" }, also_fine: {}, not_fine: { boolean: "perhaps" } },
];

const json = (body: string): Call => ({ body, headers: jsonType });

const badBodies: Call[] = [
  {},
  json(" \n"),
  json("{}"),
  json("{"),
  json("null"),
  json("[]"),
  json('"features"'),
  json('{"features":null}'),
  json('{"features":[]}'),
  json('{"features":"search"}'),
  json('{"version":1,"feature":{}}'),
  json('{"features":{"search":{"actors":["\\ud800"]}}}'),
  { body: new Uint8Array([0x7b, 0xff, 0x7d]), headers: jsonType },
  { body: "no gzip", headers: { ...jsonType, "content-encoding": "gzip" } },
  ...badFeatures.map((features) => json(JSON.stringify({ version: 1, features }))),
];

describeMountable("POST /import (docs/api.md#import-and-export)", (api) => {
  test.each(gates)("%j: 204, and the feature is %s", async (document, state, values) => {
    await api.import({ search: { boolean: "true", groups: ["old"], actors: ["User;0"] } });
    const [response] = await api.import({ search: document });
    expect(response.status).toBe(204);
    const [, body] = await api.features.list();
    expect(body).toEqual({ features: [featureObject("search", state, values)] });
  });

  test("features that the export lacks are removed", async () => {
    await api.import({ kept: { actors: ["User;1"] }, dropped: { boolean: "true" } });
    await api.import({ kept: { actors: ["User;1"] }, made: {} });
    const [, body] = await api.features.list();
    expect(body).toEqual({
      features: [
        featureObject("kept", "conditional", { actors: ["User;1"] }),
        featureObject("made", "off"),
      ],
    });
  });

  test.each(["", '"version":1,', '"version":99,', '"version":"x","other":[1],'])(
    "other members of the document are ignored: %s",
    async (other) => {
      const [response] = await api.import(`{${other}"features":{"search":{}}}`);
      expect(response.status).toBe(204);
      const [, body] = await api.features.list();
      expect(body).toEqual({ features: [featureObject("search", "off")] });
    },
  );

  test("any feature name can be imported, also names of object members", async () => {
    const names = ["__proto__", "a,b", "a/b", "constructor", "x/clear", "🎉"];
    const features = names.map((name) => `${JSON.stringify(name)}:{"boolean":"true"}`);
    const [response] = await api.import(`{"features":{${features.join()}}}`);
    expect(response.status).toBe(204);
    const [, , text] = await api.features.list("exclude_gates=true");
    const objects = names.map((name) => `{"key":"${name}","state":"on"}`);
    expect(text).toBe(`{"features":[${objects.join()}]}`);
  });

  test("a body may be gzip", async () => {
    const [response] = await api.call("POST", "/import", {
      body: Bun.gzipSync('{"version":1,"features":{"search":{"boolean":"true"}}}'),
      headers: { ...jsonType, "content-encoding": "gzip" },
    });
    expect(response.status).toBe(204);
    const [, body] = await api.features.get("search");
    expect(body).toEqual(featureObject("search", "on", { boolean: true }));
  });

  test("an import without a change gives no new version", async () => {
    const features = { search: { boolean: "true", actors: ["User;1", "User;2"] }, other: {} };
    await api.import(features);
    const before = await everything(api);
    await api.import({ ...features, search: { actors: ["User;2", "User;1"], boolean: true } });
    expect(await everything(api)).toEqual(before);
  });

  test.each(badBodies.map((call) => [shown(call), call] as const))(
    "code 6, and nothing is changed: %s",
    async (_name, call) => {
      await api.import({ search: { actors: ["User;1"] }, other: { boolean: "true" } });
      await expectRefused(api, { status: 422, code: 6 }, () => api.call("POST", "/import", call));
    },
  );
});
