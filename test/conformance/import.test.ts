import { expect, test } from "bun:test";
import { ImportErrorModel } from "../../src/api/common/errors/error-model.ts";
import { type Call, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { everything, expectRefused } from "../helpers/expect-refused.ts";
import { featureObject, type GateValues, type State } from "../helpers/feature-object.ts";
import { modelled } from "../helpers/modelled.ts";

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
  [{ percentage_of_actors: "25.0" }, "conditional", { percentage_of_actors: 25 }],
  [{ percentage_of_actors: "2.5e1" }, "conditional", { percentage_of_actors: 25 }],
  [{ percentage_of_time: "100.00" }, "on", { percentage_of_time: 100 }],
  [{ percentage_of_time: "0.0" }, "off", {}],
  [{ deny_actors: [], deny_groups: [] }, "off", {}],
  [{ boolean: "true", a: null, b: false, c: 0, d: "", e: {} }, "on", { boolean: true }],
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
  { search: { unheard: ["of"] } },
  { search: { boolean: "true", deny_actors: ["User;1"] } },
  { search: { deny_actors: [], deny_groups: ["staff"] } },
  { search: { deny_actors: [[]] } },
  { search: { unheard: { of: null } } },
  { search: { unheard: "0" } },
  { search: { unheard: true } },
  { search: { Boolean: true } },
  { search: { "": 1 } },
  { "": {} },
  { " search": {} },
  { "..": {} },
  { ["x".repeat(256)]: {} },
  { fine: { boolean: "true" }, also_fine: {}, not_fine: { boolean: "perhaps" } },
];

const badPercentages = "Percentage must be an integer from 0 to 100; ";
const rounding =
  ". To round decimals, use --round-percentages of gatehouse import or gatehouse serve";

/** Documents of an import, and what the refusal says after "Import invalid:". */
const places: [document: string, where: string][] = [
  ["", "the JSON is not complete"],
  ['{"features":{"a":{}}', "the JSON is not complete"],
  ['{"features":{}} x', "the JSON is malformed at character 17"],
  ['{"version":1}', "it needs an object named features"],
  ['{"features":{"a":{},"b":{"actor":["x"]}}}', 'feature "b": "actor" is not a gate'],
  ['{"features":{"a":{"actors":[1,2,}}}', 'feature "a": the JSON is malformed at character 33'],
  [
    '{"features":{"a":{"actors":["x",""]}}}',
    'feature "a": its actors must be texts of 1 to 1024 characters',
  ],
  [
    `{"features":{"a":{"groups":["${"x".repeat(256)}"]}}}`,
    'feature "a": its groups must be texts of 1 to 255 characters',
  ],
  [
    `{"features":{"a":{"groups":${JSON.stringify(Array.from({ length: 1001 }, String))}}}}`,
    'feature "a": its groups are not a list of at most 1000 values',
  ],
  [
    `{"features":{"a":{"expression":{"Any":["${"x".repeat(65_536)}"]}}}}`,
    'feature "a": an object has over 65536 bytes of JSON',
  ],
  [
    '{"features":{"a":{"expression":{"Any":[{"All":[]}]}}}}',
    'feature "a": At Any[0]: All takes at least 1 argument, not 0',
  ],
  [
    '{"features":{"a":{"expression":{"LessThan":[{"Now":[]},{"Time":["soon"]}]}}}}',
    `feature "a": At LessThan[1].Time[0]: "soon" is not a time that all clients read alike; write an ISO 8601 date and time with a zone, such as "2024-01-31T12:00:00Z", or a number of seconds since 1970`,
  ],
  [
    '{"features":{"a":{"expression":{"NotEqual":[{"Property":[""]},""]}}}}',
    'feature "a": At NotEqual[0].Property[0]: The name of the property is empty',
  ],
  [
    '{"features":{"a":{"percentage_of_actors":"12.5"},"ok":{},"b":{"percentage_of_time":0.5,"percentage_of_actors":"x"}}}',
    `${badPercentages}feature "a": percentage_of_actors is "12.5"; feature "b": percentage_of_time is 0.5; feature "b": percentage_of_actors is "x"${rounding}`,
  ],
  [
    '{"features":{"a":{"percentage_of_actors":"99.99999999999999999"},"b":{"percentage_of_time":1e-400,"percentage_of_actors":100.00000000000000001},"ok":{"percentage_of_time":-0.0}}}',
    `${badPercentages}feature "a": percentage_of_actors is "99.99999999999999999"; feature "b": percentage_of_time is 1e-400; feature "b": percentage_of_actors is 100.00000000000000001${rounding}`,
  ],
  [
    JSON.stringify({
      features: Object.fromEntries(
        Array.from({ length: 25 }, (_, index) => [`f${index}`, { percentage_of_time: "0.1" }]),
      ),
    }),
    `${badPercentages}${Array.from({ length: 20 }, (_, index) => `feature "f${index}": percentage_of_time is "0.1"`).join("; ")}; and 5 more${rounding}`,
  ],
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
  json('{"features":{}}{}'),
  json('{"features":{},"other":[1,]}'),
  json('{"features":{},"other":"\\ud800"}'),
  json(`{"features":{},"other":${"[".repeat(512)}${"]".repeat(512)}}`),
  json('{"features":{"search":{"boolean":"perhaps"},"search":{}}}'),
  json('{"features":{"search":{"boolean":"perhaps","boolean":true}}}'),
  json('{"features":null,"features":{}}'),
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

  test.each([
    ['{"features":{"old":{}},"features":{"search":{}}}', "off"],
    ['{"features":{"search":{"boolean":true},"search":{}}}', "off"],
    ['{"features":{"search":{},"s\\u0065arch":{"boolean":true}}}', "on"],
    ['{"features":{"search":{"boolean":true,"boolean":null}}}', "off"],
  ] as const)("of equal names the last one counts: %s", async (document, state) => {
    const [response] = await api.import(document);
    expect(response.status).toBe(204);
    expect((await api.features.list("exclude_gates=true"))[1]).toEqual({
      features: [{ key: "search", state }],
    });
  });

  test("512 levels, a byte order mark and a text of 1 MiB beside the features are accepted", async () => {
    const deep = `${"[".repeat(511)}${"]".repeat(511)}`;
    const text = "x".repeat(1024 * 1024);
    const [response] = await api.import(
      `\ufeff{"deep":${deep},"text":"${text}","features":{"search":{}}}`,
    );
    expect(response.status).toBe(204);
    expect((await api.features.get("search"))[0].status).toBe(200);
  });

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

  test.each(places)("the refusal of %s tells where and why", async (document, where) => {
    const [, body] = await expectRefused(api, { status: 422, code: 6 }, () => api.import(document));
    expect(body).toMatchObject({ message: `Import invalid: ${where}` });
  });

  test("every refusal repeats its message as the member error", async () => {
    const calls: [status: number, path: string, call: Call][] = [
      [422, "/import", json("{")],
      [415, "/import", { body: "features=", headers: { "content-type": "text/plain" } }],
      [400, "/import?x=%zz", json('{"features":{}}')],
    ];
    for (const [status, path, call] of calls) {
      const [response, body] = await api.call("POST", path, call);
      expect(response.status).toBe(status);
      expect(Object.keys(body ?? {})).toEqual(["code", "message", "more_info", "error"]);
      const { message, error } = modelled(ImportErrorModel, body);
      expect(error).toBe(message);
    }
  });

  test.each(badBodies.map((call) => [shown(call), call] as const))(
    "code 6, and nothing is changed: %s",
    async (_name, call) => {
      await api.import({ search: { actors: ["User;1"] }, other: { boolean: "true" } });
      await expectRefused(api, { status: 422, code: 6 }, () => api.call("POST", "/import", call));
    },
  );
});
