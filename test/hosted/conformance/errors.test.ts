import { expect, test } from "bun:test";
import type { Answer } from "../../helpers/answer.ts";
import { formType, jsonType } from "../../helpers/api-client.ts";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import { expectRefused, type Refused } from "../../helpers/expect-refused.ts";
import { created, type HostedClient } from "../../helpers/hosted-client.ts";

type Row = readonly [title: string, refused: Refused, call: (c: HostedClient) => Promise<Answer>];

const json = (body: string) => ({ body, headers: jsonType });
const form = (body: string) => ({ body, headers: formType });
const missing = { status: 404, code: 1, message: "Feature not found" };
const percentage = {
  status: 422,
  code: 3,
  message: "Percentage must be an integer from 0 to 100",
};
const flipperId = {
  status: 422,
  code: 4,
  message: "Required parameter flipper_id is missing",
};
const noName = { status: 422, code: 5, message: "Required parameter name is missing" };
const tooLarge = "x".repeat(1024 * 1024 + 1);

// The refusals of docs/api.md#errors in the hosted deployment; titles start with the code.
const rows: Row[] = [
  ["1: an unknown feature", missing, (c) => c.features.get("unknown")],
  ["1: a name that differs in case", missing, (c) => c.features.get("SEARCH")],
  ["3: no percentage", percentage, (c) => c.gates.post("search", "percentage_of_actors")],
  ...["", "%20", "101", "-1", "12.5", "abc", "1e-1", "0x1", "5%25"].map(
    (value): Row => [
      `3: percentage=${value}`,
      percentage,
      (c) => c.call("POST", "/features/search/percentage_of_time", form(`percentage=${value}`)),
    ],
  ),
  ...["null", "true", "12.5", "101", "-1", "[5]", '{"a":5}', '""', '" 5"'].map(
    (value): Row => [
      `3: {"percentage":${value}}`,
      percentage,
      (c) =>
        c.call("POST", "/features/search/percentage_of_actors", json(`{"percentage":${value}}`)),
    ],
  ),
  ["4: no flipper_id", flipperId, (c) => c.gates.post("search", "actors")],
  [
    "4: an empty flipper_id",
    flipperId,
    (c) => c.gates.post("search", "actors", { flipper_id: "" }),
  ],
  ["4: no flipper_id on DELETE", flipperId, (c) => c.gates.delete("search", "actors")],
  [
    "4: a flipper_id that is too long",
    { status: 422, code: 4 },
    (c) => c.gates.post("search", "actors", { flipper_id: "x".repeat(1025) }),
  ],
  ["5: POST /features without a name", noName, (c) => c.call("POST", "/features", json("{}"))],
  ["5: an empty name", noName, (c) => c.features.create("")],
  ["5: an invisible name", noName, (c) => c.features.create(" \u200b\t")],
  [
    "5: a name that is too long",
    { status: 422, code: 5 },
    (c) => c.features.create("x".repeat(256)),
  ],
  ["5: a group without a name", noName, (c) => c.gates.post("search", "groups")],
  [
    "5: a write to a name that POST /features would change",
    { status: 422, code: 5 },
    (c) => c.gates.post(" search", "boolean"),
  ],
  ["5: an expression for a blank name", { status: 422, code: 5 }, (c) => c.expression.set(" ", {})],
  ["6: an import without features", { status: 422, code: 6 }, (c) => c.import("{}")],
  ["6: an import that is not JSON", { status: 422, code: 6 }, (c) => c.import("{")],
  ...[
    { Time: ["soon"] },
    { Time: [true] },
    { LessThan: [{ Now: [] }, { Time: ["2024-01-01 12:00:00"] }] },
    { PercentageOfActors: [{ Property: ["flipper_id"] }, "ten"] },
    { Random: ["abc"] },
    { Number: [true] },
    { NotEqual: [{ Property: [""] }, ""] },
    { FeatureEnabled: [" "] },
  ].map(
    (expression): Row => [
      `7: ${JSON.stringify(expression)}`,
      { status: 422, code: 7 },
      (c) => c.expression.set("search", expression),
    ],
  ),
  ["7: an empty Any", { status: 422, code: 7 }, (c) => c.expression.set("search", { Any: [] })],
  ["7: an empty All", { status: 422, code: 7 }, (c) => c.expression.set("search", { All: [] })],
  [
    "8: malformed JSON",
    { status: 400, code: 8 },
    (c) => c.call("POST", "/features", json('{"name":')),
  ],
  ["8: a bad escape in a path", { status: 400, code: 8 }, (c) => c.call("GET", "/features/%zz")],
  [
    "8: bytes that are not UTF-8",
    { status: 400, code: 8 },
    (c) => c.call("POST", "/environments", form("name=%ff")),
  ],
  [
    "8: two different names",
    { status: 400, code: 8 },
    (c) => c.call("POST", "/environments", form("name=a&name=b")),
  ],
  ["parameter_invalid", { status: 422, code: "parameter_invalid" }, (c) => c.audits.list("page=0")],
  ["401: no token", { status: 401, code: "token_invalid" }, (c) => c.as(null).features.list()],
  [
    "401: an unknown token",
    { status: 401, code: "token_invalid" },
    (c) => c.as("gatehouse_unknown").gates.post("search", "boolean"),
  ],
  [
    "404: no such route",
    { status: 404, code: "route_not_found" },
    (c) => c.call("GET", "/nothing"),
  ],
  [
    "405: no such method",
    { status: 405, code: "method_not_allowed" },
    (c) => c.call("PUT", "/features/search"),
  ],
  [
    "413: a body over the limit",
    { status: 413, code: "body_too_large" },
    (c) => c.environments.create(tooLarge),
  ],
  [
    "415: another media type",
    { status: 415, code: "media_type_unsupported" },
    (c) =>
      c.call("POST", "/environments", { body: "name", headers: { "content-type": "text/plain" } }),
  ],
];

describeHosted("errors (docs/api.md#errors)", (manager) => {
  test.each(rows)("%s", async (title, refused, call) => {
    await manager.features.create("search");
    const [, body, text] = await expectRefused(manager, refused, () => call(manager));
    const ofImports = title.startsWith("6:") ? ["error"] : [];
    expect(Object.keys(JSON.parse(text))).toEqual(["code", "message", "more_info", ...ofImports]);
    expect(body).toMatchObject({ more_info: expect.stringMatching(/swagger$/) });
  });

  test("production_token_required: only Production removes a feature", async () => {
    const { environment, token } = created(await manager.environments.create("errors"));
    const preview = manager.as(token.value);
    await manager.features.create("search");
    const refused = { status: 403, code: "production_token_required" };
    await expectRefused(manager, refused, () => preview.features.remove("search"));
    await expectRefused(manager, refused, () => preview.features.remove("unknown"));
    await expectRefused(manager, refused, () => preview.features.remove(" badly named"));
    await manager.environments.delete(environment.id);
  });

  test("not_environment_creator: a preview token may not delete another environment", async () => {
    const one = created(await manager.environments.create("one"));
    const two = created(await manager.environments.create("two"));
    await expectRefused(manager, { status: 403, code: "not_environment_creator" }, () =>
      manager.as(one.token.value).environments.delete(two.environment.id),
    );
    for (const { environment } of [one, two]) {
      await manager.environments.delete(environment.id);
    }
  });

  test("a refusal repeats only a part of a long input", async () => {
    const long = "x".repeat(5_000);
    for (const answer of [
      await manager.import({ [long]: {} }),
      await manager.expression.set("search", { [long]: [] }),
      await manager.call("POST", "/features", { body: "{}", headers: { "content-type": long } }),
    ]) {
      expect(answer[0].status).toBeGreaterThanOrEqual(400);
      expect(answer[2].length).toBeLessThan(1_500);
    }
  });
});
