import { afterAll, beforeAll, expect, test } from "bun:test";
import { type McpSite, startMcp } from "./mcp-site.ts";

let site: McpSite;

beforeAll(async () => {
  site = await startMcp();
  await site.owner.answer("POST /environments/:environment/features", {
    params: { environment: "-" },
    body: { key: "search" },
  });
});

afterAll(() => site[Symbol.asyncDispose]());

const search = { name: "search" };

const refusals: readonly (readonly [tool: string, sent: object, reason: string])[] = [
  ["get_feature", {}, "invalid arguments: name"],
  ["get_feature", { ...search, nam: 1 }, "the tool takes name, environment, project"],
  ["get_feature", { name: "missing" }, "Feature not found; list_features shows the keys"],
  ["get_feature", { name: ".." }, 'the key ".." cannot be in a path'],
  ["list_features", { environment: "nowhere" }, "(environment_not_found)"],
  ["list_features", { project: "nowhere" }, "(project_not_found)"],
  ["create_feature", search, "exists already; get_feature shows it"],
  [
    "enable_feature",
    { ...search, confirm: "serch" },
    'confirm is "serch", but the feature is "search"',
  ],
  ["delete_feature", { ...search, confirm: "" }, 'confirm is "", but the feature is "search"'],
  ["enable_percentage_of_actors", { ...search, percentage: 12.5 }, "percentage: Expected integer"],
  ["enable_percentage_of_actors", { ...search, percentage: 101 }, "percentage"],
  [
    "enable_expression",
    { ...search, conditions: [{ property: "plan", operator: "contains", value: "p" }] },
    "the operator contains cannot be stored",
  ],
  [
    "enable_expression",
    {
      ...search,
      expression: { type: "match", property: "plan", operator: "not_contains", value: "p" },
    },
    "the operator not_contains cannot be stored",
  ],
  [
    "enable_expression",
    { ...search, conditions: [{ property: "a", operator: "in", value: 1 }] },
    "does not fit its value",
  ],
  [
    "enable_expression",
    { ...search, conditions: [{ property: "a", operator: "like", value: 1 }] },
    "use eq, neq",
  ],
  ["enable_expression", search, "give either conditions or expression"],
  ["enable_expression", { ...search, expression: { type: "xor", operands: [] } }, 'the type "xor"'],
  [
    "enable_expression",
    { ...search, expression: { type: { toString: 1 }, operands: [] } },
    'the type "{\\"toString\\":1}"',
  ],
  ["enable_expression", { ...search, expression: { Wrong: [1] } }, "(expression_invalid)"],
  ["get_audits", { features: " , " }, "features names 0 features"],
  ["plan", { changes: [] }, "changes"],
  [
    "plan",
    {
      changes: Array.from({ length: 21 }, (_, index) => ({
        name: `f${index}`,
        gate: "boolean",
        action: "enable",
      })),
    },
    "at most 20 at a time",
  ],
];

test.each(refusals)("%s refuses bad arguments", async (name, sent, reason) => {
  const before = site.server.state().revisions;
  const { isError, content } = await site.tool(name, sent);
  expect(isError).toBe(true);
  expect(content).toContain(`${name}: `);
  expect(content).toContain(reason);
  expect(site.server.state().revisions).toEqual(before);
});
