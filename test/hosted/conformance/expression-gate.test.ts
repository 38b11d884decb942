import { expect, test } from "bun:test";
import { formType, jsonType } from "../../helpers/api-client.ts";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import { expectRefused } from "../../helpers/expect-refused.ts";
import { audited } from "../../helpers/hosted-client.ts";
import { hostedFeature } from "../../helpers/hosted-feature.ts";

const basic = { Equal: [{ Property: ["plan"] }, { String: ["basic"] }] };

// Expressions of all operators, with the stored form where it differs.
const accepted: readonly (readonly [title: string, sent: unknown, stored?: unknown])[] = [
  ["Any", { Any: [basic] }],
  ["All", { All: [basic, { Any: [basic, true] }] }],
  ["Equal at the root", { Equal: [{ Property: ["plan"] }, "pro"] }],
  ["NotEqual", { NotEqual: [1, 2] }],
  ["GreaterThan", { GreaterThan: [{ Property: ["age"] }, 21] }],
  ["GreaterThanOrEqualTo", { GreaterThanOrEqualTo: [{ Property: ["age"] }, 21.5] }],
  ["LessThan", { LessThan: [{ Property: ["age"] }, -1] }],
  ["LessThanOrEqualTo", { LessThanOrEqualTo: [{ Property: ["age"] }, 0] }],
  ["Property", { Property: ["admin"] }],
  ["String", { String: [5] }],
  ["Number", { Number: ["5"] }],
  ["Boolean", { Boolean: ["true"] }],
  ["Percentage", { Percentage: [50] }],
  ["PercentageOfActors", { PercentageOfActors: [{ Property: ["flipper_id"] }, 50] }],
  ["Random without a limit", { Random: [] }],
  ["Random with one", { Random: [100] }],
  ["Now", { Now: [] }],
  ["Time", { LessThan: [{ Now: [] }, { Time: ["2030-01-01T00:00:00Z"] }] }],
  ["FeatureEnabled", { FeatureEnabled: ["other"] }],
  ["a single constant", { Property: "plan" }, { Property: ["plan"] }],
  ["a single operator", { Any: { Property: "plan" } }, { Any: [{ Property: ["plan"] }] }],
  [
    "single arguments at every depth",
    { All: { Equal: [{ Property: "a" }, { String: "b" }] } },
    { All: [{ Equal: [{ Property: ["a"] }, { String: ["b"] }] }] },
  ],
  ["the largest integer", { Equal: [{ Property: ["id"] }, Number.MAX_SAFE_INTEGER] }],
  ["the least integer", { Equal: [{ Property: ["id"] }, Number.MIN_SAFE_INTEGER] }],
  ["minus zero", '{"Equal":[-0,0]}', { Equal: [0, 0] }],
  ["a hostile property", { Property: ["__proto__"] }],
];

// Expressions with code 7, and the message with the place and the operator.
const refused: [sent: string, message: string][] = [
  ['{"Any":[]}', "At the root: Any takes at least 1 argument, not 0"],
  ['{"All":[]}', "At the root: All takes at least 1 argument, not 0"],
  ['{"All":[true,{"Any":[]}]}', "At All[1]: Any takes at least 1 argument, not 0"],
  ['{"Equal":[{"All":[]},true]}', "At Equal[0]: All takes at least 1 argument, not 0"],
  ['{"Foo":[1]}', 'At the root: "Foo" is not an operator'],
  ['{"any":[true]}', 'At the root: "any" is not an operator'],
  ['{"Kernel":[]}', 'At the root: "Kernel" is not an operator'],
  ['{"__proto__":[1]}', 'At the root: "__proto__" is not an operator'],
  ['{"Any":[{"constructor":[]}]}', 'At Any[0]: "constructor" is not an operator'],
  ['{"Equal":[1]}', "At the root: Equal takes 2 arguments, not 1"],
  ['{"All":[{"Property":["a","b"]}]}', "At All[0]: Property takes 1 argument, not 2"],
  ["{}", "At the root: An empty object is not an operator"],
  ["null", "At the root: null is not an operator"],
  ['{"All":null}', "At All[0]: null is not an argument"],
  ['{"All":[[true]]}', "At All[0]: A list is not an argument"],
  ['{"All":[true],"Any":[true]}', 'At the root: An object holds one operator, not "All" and "Any"'],
  ['{"Equal":[{"Property":["id"]},9007199254740992]}', "At Equal[1]: The integer is not between"],
  ['{"All":[{"Number":-9007199254740993}]}', "At All[0].Number[0]: The integer is not between"],
  ['{"Random":1e300}', "At Random[0]: The integer is not between -(2^53 - 1) and 2^53 - 1"],
  [`${'{"All":'.repeat(33)}true${"}".repeat(33)}`, "is nested deeper than 32 operators"],
  [`{"String":["${"x".repeat(65_536)}"]}`, "The expression is over 65536 bytes of JSON"],
];

// Bodies that cannot be decoded are code 8.
const undecodable: [title: string, body: RequestInit["body"]][] = [
  ["malformed JSON", '{"All":[true]'],
  ["a list", '[{"All":[true]}]'],
  ["a string", '"All"'],
  ["a number", "1"],
  ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["an unpaired surrogate", '{"String":["\\ud800"]}'],
  ["JSON that is nested too deep", "[".repeat(600) + "]".repeat(600)],
];

describeHosted("POST expression (docs/api.md#expressions)", (api) => {
  for (const [title, sent, expression = sent] of accepted) {
    test(`${title} is stored, its arguments as lists`, async () => {
      const [response, body] = await api.expression.set("search", sent);
      expect(response.status).toBe(200);
      expect(body).toEqual(hostedFeature("search", "conditional", { expression }));
      expect((await api.features.get("search"))[1]).toEqual(body);
    });
  }

  test.each(refused)("%.60s has code 7", async (sent, message) => {
    const [, body] = await expectRefused(api, { status: 422, code: 7 }, () =>
      api.expression.set("search", sent),
    );
    expect(body).toMatchObject({ message: expect.stringContaining(message) });
  });

  test("a refused expression does not change the stored one, and creates no feature", async () => {
    await api.expression.set("search", basic);
    await expectRefused(api, { status: 422, code: 7 }, () =>
      api.expression.set("search", { Any: [] }),
    );
    await expectRefused(api, { status: 422, code: 7 }, () =>
      api.expression.set("fresh", { Any: [] }),
    );
  });

  test.each(undecodable)("%s has code 8", async (_title, body) => {
    await expectRefused(api, { status: 400, code: 8 }, () =>
      api.call("POST", "/features/search/expression", { body, headers: jsonType }),
    );
  });

  test.each([undefined, "", " \n"])("the body %j is refused as empty", async (sent) => {
    const [, body] = await expectRefused(api, { status: 422, code: 7 }, () =>
      api.call("POST", "/features/search/expression", { body: sent, headers: jsonType }),
    );
    expect(body).toMatchObject({ message: "The body is empty: it must be an expression" });
  });

  test.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])(
    "the media type %s is refused",
    async (type) => {
      const message = `The body must be JSON, in UTF-8, not "${type}"`;
      await expectRefused(api, { status: 415, code: "media_type_unsupported", message }, () =>
        api.call("POST", "/features/search/expression", {
          body: JSON.stringify(basic),
          headers: { "content-type": type },
        }),
      );
    },
  );

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.x+json"])(
    "the media type %s is JSON",
    async (type) => {
      const [, body] = await api.call("POST", "/features/search/expression", {
        body: JSON.stringify(basic),
        headers: { "content-type": type },
      });
      expect(body).toEqual(hostedFeature("search", "conditional", { expression: basic }));
    },
  );

  test("a gzip body is inflated up to the limit", async () => {
    const send = (json: string) =>
      api.call("POST", "/features/search/expression", {
        body: Bun.gzipSync(new TextEncoder().encode(json)),
        headers: { ...jsonType, "content-encoding": "gzip" },
      });
    expect((await send(JSON.stringify(basic)))[1]).toMatchObject({ state: "conditional" });
    const bomb = `{"String":["${"x".repeat(2_000_000)}"]}`;
    await expectRefused(api, { status: 413, code: "body_too_large" }, () => send(bomb));
  });

  test("another expression replaces the first", async () => {
    await api.expression.set("search", basic);
    const [, body] = await api.expression.set("search", { Property: ["admin"] });
    const expression = { Property: ["admin"] };
    expect(body).toEqual(hostedFeature("search", "conditional", { expression }));
  });

  test("the same expression in another form is not a change", async () => {
    const [first] = await api.expression.set("search", { Any: [{ Property: ["admin"] }] });
    expect(first.status).toBe(200);
    const [before] = await api.features.list();
    const history = audited(await api.audits.list());
    await api.expression.set("search", { Any: { Property: "admin" } });
    const [after] = await api.features.list();
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(after.headers.get("flipper-sync-version")).toBe(
      before.headers.get("flipper-sync-version"),
    );
    expect(audited(await api.audits.list())).toEqual(history);
  });
});

describeHosted("DELETE expression (docs/api.md#gate-routes)", (api) => {
  // Public clients send an empty `All` (docs/clients.md#requests), which POST would refuse.
  const bodies: [body: string | undefined, type: Record<string, string>][] = [
    [undefined, {}],
    ['{"All":[]}', jsonType],
    ["{}", jsonType],
    ["All=", formType],
  ];
  test.each(bodies)("clears the expression and ignores the body %p", async (body, headers) => {
    await api.expression.set("search", basic);
    const [response, cleared] = await api.call("DELETE", "/features/search/expression", {
      body: body ?? null,
      headers,
    });
    expect(response.status).toBe(200);
    expect(cleared).toEqual(hostedFeature("search", "off"));
  });

  test("creates a missing feature, as every gate write", async () => {
    const [response, body] = await api.expression.clear("fresh");
    expect(response.status).toBe(200);
    expect(body).toEqual(hostedFeature("fresh", "off"));
  });

  test("does not change other gates", async () => {
    await api.expression.set("search", basic);
    await api.gates.post("search", "percentage_of_time", { percentage: 5 });
    const [, body] = await api.expression.clear("search");
    expect(body).toEqual(hostedFeature("search", "conditional", { percentage_of_time: 5 }));
  });
});

describeHosted("expressions in an import (docs/api.md#import-and-export)", (api) => {
  test("are normalized; null and an empty object mean no expression", async () => {
    await api.import({
      loose: { expression: { Any: { Property: "plan" } } },
      none: { expression: null },
      empty: { expression: {} },
    });
    const [, body] = await api.features.list();
    expect(body).toEqual({
      features: [
        hostedFeature("empty", "off"),
        hostedFeature("loose", "conditional", { expression: { Any: [{ Property: ["plan"] }] } }),
        hostedFeature("none", "off"),
      ],
    });
  });

  test("an empty `All` refuses the whole import, and the message has its place", async () => {
    await api.features.create("kept");
    const features = { fine: {}, search: { expression: { Any: [{ All: [] }] } } };
    const [, body] = await expectRefused(api, { status: 422, code: 6 }, () => api.import(features));
    expect(body).toMatchObject({
      message: expect.stringContaining('"search": At Any[0]: All takes at least 1 argument'),
    });
  });
});
