import { expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/api/flipper/features/feature-model.ts";
import { compactJson } from "../helpers/answer.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { everything, expectRefused } from "../helpers/expect-refused.ts";
import { modelled } from "../helpers/modelled.ts";

const features = {
  everyone: { boolean: "true" },
  someone: { actors: ["User;1", "User;2"] },
  admins: { groups: ["admins", "staff"] },
  all_actors: { percentage_of_actors: "100" },
  always: { percentage_of_time: "100" },
  pro: { expression: { Equal: [{ Property: ["plan"] }, "pro"] } },
  self: { expression: { Equal: [{ Property: ["flipper_id"] }, "User;1"] } },
  nobody: {},
};

/** An actor, the query of the check, and the features above that are then enabled. */
const checks: [flipperId: string, query: string | undefined, enabled: string[]][] = [
  ["User;1", undefined, ["all_actors", "always", "everyone", "self", "someone"]],
  ["User;2", undefined, ["all_actors", "always", "everyone", "someone"]],
  ["User;3", undefined, ["all_actors", "always", "everyone"]],
  ["user;1", undefined, ["all_actors", "always", "everyone"]],
  ["User;3", "groups=admins", ["admins", "all_actors", "always", "everyone"]],
  ["User;3", "groups=a,staff", ["admins", "all_actors", "always", "everyone"]],
  ["User;3", "groups=Admins", ["all_actors", "always", "everyone"]],
  ["User;3", "groups=x%2Cadmins", ["admins", "all_actors", "always", "everyone"]],
  ["User;3", "groups=x,y%2Cadmins,", ["admins", "all_actors", "always", "everyone"]],
  ["User;3", "groups=%2C", ["all_actors", "always", "everyone"]],
  ["User;3", "groups=", ["all_actors", "always", "everyone"]],
  ["User;3", 'properties={"plan":"pro"}', ["all_actors", "always", "everyone", "pro"]],
  [
    "User;3",
    "properties=%7B%22plan%22%3A%22pro%22%7D",
    ["all_actors", "always", "everyone", "pro"],
  ],
  ["User;3", 'properties={"plan":"free"}', ["all_actors", "always", "everyone"]],
  ["User;3", 'properties={"flipper_id":"User;1"}', ["all_actors", "always", "everyone"]],
  ["User;3", "properties={}", ["all_actors", "always", "everyone"]],
];

const known = Object.keys(features).sort();

/** The query of a check, and the features of the answer in their order. */
const keys: [query: string | undefined, names: string[]][] = [
  [undefined, known],
  ["", known],
  ["other=1", known],
  ["keys=someone", ["someone"]],
  ["keys=someone,admins", ["someone", "admins"]],
  ["keys=someone,someone", ["someone"]],
  ["keys=unknown", ["unknown"]],
  ["keys=someone,unknown,admins", ["someone", "unknown", "admins"]],
  ["keys=", []],
  ["keys", []],
  ["keys=,", []],
  ["keys=,someone,,admins,", ["someone", "admins"]],
  ["keys=someone%2Cadmins", ["someone", "admins"]],
  ["keys=x%2Cadmins,someone%2cx", ["x", "admins", "someone"]],
  ["keys=%2C", []],
  ["keys=a+b,c%2Bd", ["a b", "c+d"]],
  ["keys=a%2Fb,a/c", ["a/b", "a/c"]],
  ["keys=some%6Fne", ["someone"]],
  ["keys=__proto__,constructor,toString", ["__proto__", "constructor", "toString"]],
  ["keys=10,9", ["10", "9"]],
  ["keys=%F0%9F%8E%89", ["🎉"]],
  ["keys=someone&keys=someone", ["someone"]],
];

describeMountable("actor check (docs/api.md#actor-check)", (api) => {
  test("the result has exactly the documented fields", async () => {
    await api.import({ b: { boolean: "true" }, a: {} });
    const [response, , text] = await api.actors.check("User;42");
    expect([response.status, compactJson(text)]).toEqual([
      200,
      '{"flipper_id":"User;42","features":{"a":{"enabled":false},"b":{"enabled":true}}}',
    ]);
  });

  test("without features the result is empty", async () => {
    const [response, , text] = await api.actors.check("User;42");
    expect([response.status, compactJson(text)]).toEqual([
      200,
      '{"flipper_id":"User;42","features":{}}',
    ]);
  });

  test.each(checks)("%s %s", async (flipperId, query, enabled) => {
    await api.import(features);
    const [response, body] = await api.actors.check(flipperId, query);
    expect(response.status).toBe(200);
    expect(body).toEqual({
      flipper_id: flipperId,
      features: Object.fromEntries(
        known.map((name) => [name, { enabled: enabled.includes(name) }]),
      ),
    });
  });

  test.each(keys)("%p answers exactly %p, in order, and creates nothing", async (query, names) => {
    await api.import(features);
    const before = await everything(api);
    const [response, , text] = await api.actors.check("User;3", query);
    expect(response.status).toBe(200);
    const enabled = new Set(["all_actors", "always", "everyone"]);
    const answers = names.map((name) => `"${name}":{"enabled":${enabled.has(name)}}`);
    expect(compactJson(text)).toBe(`{"flipper_id":"User;3","features":{${answers.join()}}}`);
    expect(await everything(api)).toEqual(before);
  });

  test("a key with a comma is one feature if it is the name of one, else a list", async () => {
    await api.import({ a: {}, b: {}, "b,c": { boolean: "true" } });
    const namesOf = async (keys: string) => {
      const [, , text] = await api.actors.check("User;3", `keys=${keys}`);
      return compactJson(text).replace('{"flipper_id":"User;3","features":', "");
    };
    expect(await namesOf("a%2Cb")).toBe('{"a":{"enabled":false},"b":{"enabled":false}}}');
    expect(await namesOf("b%2Cc")).toBe('{"b,c":{"enabled":true}}}');
    expect(await namesOf("a,b%2Cc,b%2Ca")).toBe(
      '{"a":{"enabled":false},"b,c":{"enabled":true},"b":{"enabled":false}}}',
    );
    expect(await namesOf("b,c")).toBe('{"b":{"enabled":false},"c":{"enabled":false}}}');
  });

  test("a group with a comma is one group if it is the name of one, else a list", async () => {
    const features = { one: { groups: ["a"] }, two: { groups: ["b"] }, both: { groups: ["x,a"] } };
    await api.import(features);
    const enabledFor = async (groups: string) => {
      const [, body] = await api.actors.check("User;3", `groups=${groups}`);
      const { features: checked } = modelled(ActorCheckModel, body);
      return Object.keys(checked).filter((key) => checked[key]?.enabled);
    };
    expect(await enabledFor("a%2Cb")).toEqual(["one", "two"]);
    expect(await enabledFor("x%2Ca")).toEqual(["both"]);
    expect(await enabledFor("x,a")).toEqual(["one"]);
    expect(await enabledFor("b,x%2Ca")).toEqual(["both", "two"]);
  });

  test.each(["keys", "groups"])("%s may hold 10,000 names, and no more", async (parameter) => {
    await api.import({ n9999: { groups: ["n9999"] } });
    const list = Array.from({ length: 10_000 }, (_, index) => `n${index}`).join(",");
    const [response] = await api.actors.check("User;3", `${parameter}=${list},n1`);
    expect(response.status).toBe(200);
    await expectRefused(api, { status: 422, code: "parameter_invalid" }, () =>
      api.actors.check("User;3", `${parameter}=${list},one_more`),
    );
  });

  const ids: [path: string, flipperId: string][] = [
    ["User;1", "User;1"],
    ["User%3B1", "User;1"],
    ["a/b", "a/b"],
    ["a%2Fb", "a/b"],
    ["User;1/", "User;1/"],
    ["a+b", "a+b"],
    ["a%20b", "a b"],
    ["%20a%20", " a "],
    ["%25", "%"],
    ["__proto__", "__proto__"],
    ["%F0%9F%8E%89", "🎉"],
    ["%22%5C%00", '"\\\u0000'],
    ["7", "7"],
    ["boolean", "boolean"],
    ["a/clear", "a/clear"],
  ];

  test.each(ids)("/actors/%s is the actor %p of a gate", async (path, flipperId) => {
    await api.sending("json").gates.post("search", "actors", { flipper_id: flipperId });
    const [response, body] = await api.call("GET", `/actors/${path}`);
    expect(response.status).toBe(200);
    expect(body).toEqual({ flipper_id: flipperId, features: { search: { enabled: true } } });
    await api.sending("json").gates.delete("search", "actors", { flipper_id: flipperId });
    const [, later] = await api.call("GET", `/actors/${path}`);
    expect(later).toEqual({ flipper_id: flipperId, features: { search: { enabled: false } } });
  });
});
