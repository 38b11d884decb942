import { expect, test } from "bun:test";
import { FeatureListModel } from "../../src/api/flipper/features/feature-model.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { everything, expectRefused } from "../helpers/expect-refused.ts";
import { modelled } from "../helpers/modelled.ts";

const names = ["a", "b", "a,b", "p,q", "a b", "c+d", "x/y", "__proto__", "10", "9", "%41", "🎉"];
const everyName = [
  "%41",
  "10",
  "9",
  "__proto__",
  "a",
  "a b",
  "a,b",
  "b",
  "c+d",
  "p,q",
  "x/y",
  "🎉",
];

// The queries of GET /features with `keys` and `keys[]`, and the answered ones of the names above.
const queries: [query: string, keys: string[]][] = [
  ["", everyName],
  ["other=1", everyName],
  ["_cb=1700000000", everyName],
  ["Keys=a", everyName],
  ["keys=a", ["a"]],
  ["keys=b,a", ["b", "a"]],
  ["keys=a,a,b,a", ["a", "b"]],
  ["keys=unknown", []],
  ["keys=a,unknown,b", ["a", "b"]],
  ["keys=", []],
  ["keys", []],
  ["keys=,", []],
  ["keys=,a,,b,", ["a", "b"]],
  ["keys[]", []],
  ["keys[]=", []],
  ["keys=a%2Cb", ["a,b"]],
  ["keys=b%2Ca", ["b", "a"]],
  ["keys=b%2Ca%2C9", ["b", "a", "9"]],
  ["keys=b%2Ca,9", ["b", "a", "9"]],
  ["keys=9,b%2ca", ["9", "b", "a"]],
  ["keys=9,a%2Cb,10", ["9", "a,b", "10"]],
  ["keys=b%2C%2Cunknown%2Ca%2C", ["b", "a"]],
  ["keys=%2C", []],
  ["keys=b%2Ca,b", ["b", "a"]],
  ["keys=p,q", []],
  ["keys=p%2Cq", ["p,q"]],
  ["keys=a,p%2Cq", ["a", "p,q"]],
  ["keys=p%2Cq,", ["p,q"]],
  ["keys=a+b,c%2Bd", ["a b", "c+d"]],
  ["keys=a%20b,x%2Fy,x/y", ["a b", "x/y"]],
  ["keys=%2541", ["%41"]],
  ["keys=__proto__,constructor", ["__proto__"]],
  ["keys=9,10", ["9", "10"]],
  ["keys=%F0%9F%8E%89", ["🎉"]],
  ["keys=A", []],
  ["keys=a%00", []],
  ["keys=b&keys=a", ["b", "a"]],
  ["keys=b,a&other=1&keys=p%2Cq", ["b", "a", "p,q"]],
  ["keys=a&keys=a", ["a"]],
  ["keys[]=a%2Cb&keys[]=b", ["a,b", "b"]],
  ["keys%5B%5D=a%2Cb&keys%5B%5D=a", ["a,b", "a"]],
  ["keys[]=a,b", ["a,b"]],
  ["keys[]=a&keys[]=a", ["a"]],
  ["keys[]=b,a", []],
  ["keys[]=unknown&keys[]=a", ["a"]],
];

// The values of exclude_gates and exclude_gate_names that are true, on both routes.
const flags: [path: string, hasGates: boolean, hasNames: boolean][] = [
  ["/features?exclude_gates=true", false, false],
  ["/features?exclude_gates=TRUE", false, false],
  ["/features?exclude_gates=1", true, true],
  ["/features?exclude_gates=", true, true],
  ["/features?exclude_gates", true, true],
  ["/features?exclude_gates=false", true, true],
  ["/features?exclude_gate_names=true", true, false],
  ["/features?exclude_gate_names=True", true, false],
  ["/features?exclude_gate_names=1", true, true],
  ["/features?exclude_gate_names=true&exclude_gates=false", true, false],
  ["/features?keys=a&exclude_gate_names=true", true, false],
  ["/features?keys=a&exclude_gates=true", false, false],
  ["/features?keys=a", true, true],
  ["/features/a?exclude_gates=true", false, false],
  ["/features/a?exclude_gates=tRuE", false, false],
  ["/features/a?exclude_gates=yes", true, true],
  ["/features/a?exclude_gate_names=true", true, true],
];

const gateNames = ["boolean", "group", "actor", "percentage_of_actors", "percentage_of_time"];

describeMountable("queries of GET /features (docs/api.md#keys-and-groups)", (api) => {
  test.each(queries)("?%s answers %j", async (query, keys) => {
    const features = names.map((name) => `${JSON.stringify(name)}:{}`);
    await api.import(`{"features":{${features.join()}}}`);
    const before = await everything(api);
    const [response, body] = await api.features.list(query);
    expect(response.status).toBe(200);
    expect(modelled(FeatureListModel, body).features.map(({ key }) => key)).toEqual(keys);
    expect(await everything(api)).toEqual(before);
  });

  test.each(flags)("%s: gates %p, their names %p", async (path, hasGates, hasNames) => {
    await api.import({ a: { actors: ["User;1"] } });
    const [response, , text] = await api.call("GET", path);
    expect(response.status).toBe(200);
    const gate = (key: string, index: number, value: unknown) =>
      hasNames ? { key, name: gateNames[index], value } : { key, value };
    const feature = {
      key: "a",
      state: "conditional",
      ...(hasGates && {
        gates: [
          gate("boolean", 0, false),
          gate("groups", 1, []),
          gate("actors", 2, ["User;1"]),
          gate("percentage_of_actors", 3, 0),
          gate("percentage_of_time", 4, 0),
        ],
      }),
    };
    const expected = path.startsWith("/features/") ? feature : { features: [feature] };
    expect(text).toBe(JSON.stringify(expected));
  });

  test("the names of a list may be 10,000, each counted once, and no more", async () => {
    await api.import({ n0: {}, n9999: {} });
    const list = Array.from({ length: 10_000 }, (_, index) => `n${index}`).join(",");
    const [response, body] = await api.features.list(`keys=${list},n1,n1`);
    expect(response.status).toBe(200);
    expect(modelled(FeatureListModel, body).features.map(({ key }) => key)).toEqual([
      "n0",
      "n9999",
    ]);
    for (const query of [`keys=${list},one_more`, `keys=${list.replaceAll(",", "%2C")}&keys=x`]) {
      await expectRefused(api, { status: 422, code: "parameter_invalid" }, () =>
        api.call("GET", "/features", { query }),
      );
    }
  });

  // The Ruby client preloads features in one request, with `keys[]` if a name has a comma.
  test.each(["keys=", "keys%5B%5D="])("3,000 keys in a URL of over 68 KB, as %s", async (shape) => {
    const key = (index: number) => `preloaded_feature_${String(index).padStart(4, "0")}`;
    const keys = Array.from({ length: 3_000 }, (_, index) => key(index));
    await api.import({ [key(0)]: {}, [key(2_999)]: {} });
    const separator = shape === "keys=" ? "," : `&${shape}`;
    const query = `${shape}${keys.join(separator)}&exclude_gate_names=true`;
    expect(query.length).toBeGreaterThan(68 * 1_000);
    const [response, body] = await api.features.list(query);
    expect(response.status).toBe(200);
    expect(modelled(FeatureListModel, body).features.map((each) => each.key)).toEqual([
      key(0),
      key(2_999),
    ]);
  });

  test("10,000 names may be sent as keys[], and no more", async () => {
    await api.import({ "0": {}, "7pr": {} });
    const names = Array.from({ length: 10_000 }, (_, index) => `keys[]=${index.toString(36)}`);
    const [response, body] = await api.features.list(`${names.join("&")}&keys[]=0`);
    expect(response.status).toBe(200);
    expect(modelled(FeatureListModel, body).features.map(({ key }) => key)).toEqual(["0", "7pr"]);
    await expectRefused(api, { status: 422, code: "parameter_invalid" }, () =>
      api.call("GET", "/features", { query: `${names.join("&")}&keys[]=zzz` }),
    );
  });

  test("a key that is repeated through a long URL is answered once", async () => {
    const actors = Array.from({ length: 1_000 }, (_, index) => `User;${index}`);
    await api.import({ s: { actors }, t: {} });
    const [, , whole] = await api.features.list();
    const [response, body, text] = await api.features.list(`keys=${"s,".repeat(4_000)}s`);
    expect(response.status).toBe(200);
    expect(modelled(FeatureListModel, body).features.map(({ key }) => key)).toEqual(["s"]);
    expect(text.length).toBeLessThan(whole.length);
  });

  test("a gate write answers the whole object and ignores exclude_gates", async () => {
    const [, , text] = await api.gates.post("a", "boolean", {}, "exclude_gates=true");
    expect(text).toContain('"gates":[{"key":"boolean","name":"boolean","value":true}');
  });
});
