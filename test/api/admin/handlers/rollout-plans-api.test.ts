import { expect, test } from "bun:test";
import { refusalIn } from "../web-ui-server.ts";
import { codeOf, day, percent, plan, production, start, startRolloutSite } from "./rollout-site.ts";

const badPlans: readonly (readonly [name: string, plan: object, code: string])[] = [
  ["no steps", { steps: [] }, "input_invalid"],
  ["too many steps", { steps: Array.from({ length: 51 }, () => plan.steps[0]) }, "input_invalid"],
  ["a key in a step", { steps: [{ change: { ...percent(5), key: "x" } }] }, "input_invalid"],
  ["another change", { steps: [{ change: { kind: "remove" } }] }, "input_invalid"],
  [
    "a faulty expression",
    { steps: [{ change: { kind: "expression", value: { No: [] } } }] },
    "expression_invalid",
  ],
  ["no change", { steps: [{ change: { kind: "disable" } }] }, "rollout_empty"],
  ["a negative time", { steps: [{ change: percent(5), for: -1 }] }, "input_invalid"],
  ["two guards of a name", { guards: [{ name: "a" }, { name: "a" }] }, "parameter_invalid"],
  ["six guards", { guards: [..."abcdef"].map((name) => ({ name })) }, "input_invalid"],
  ["a time in the past", { start: { at: 1_000 } }, "parameter_invalid"],
  ["a time that no calendar has", { start: { at: 1e20 } }, "input_invalid"],
  ["an unknown zone", { start: { at: "2037-03-28T09:00", zone: "Mars" } }, "parameter_invalid"],
  [
    "a day that does not exist",
    { start: { at: "2037-02-30T09:00", zone: "UTC" } },
    "parameter_invalid",
  ],
  ["a local time without a zone", { start: { at: "2037-03-28T09:00" } }, "input_invalid"],
  ["a missing feature", { key: "none" }, "feature_not_found"],
];

test("plans that mean nothing are refused, and change nothing", async () => {
  const { server, author } = await startRolloutSite();
  await using _ = server;
  for (const [name, changed, code] of badPlans) {
    const before = server.state();
    const body = { ...plan, ...changed };
    const refused = await codeOf(author.call(start, { params: production, body }));
    expect([name, refused]).toEqual([name, [expect.any(Number), code]]);
    expect(server.state()).toBe(before);
  }
});

const changeKinds =
  "enable, disable, clear, actors, groups, percentage_of_actors, percentage_of_time, expression, set";

/** What is wrong with a step, a guard or a start, and the message of its refusal. */
const namedProblems: readonly (readonly [plan: object, message: string])[] = [
  [
    { steps: [{ change: { kind: "remove" } }] },
    `steps[0].change.kind: Expected one of ${changeKinds}`,
  ],
  [{ steps: [{ change: {} }] }, `steps[0].change.kind: Expected one of ${changeKinds}`],
  [{ steps: [{ change: "on" }] }, "steps[0].change: Expected object"],
  [
    { steps: [{ change: percent(5) }, { change: percent(101) }] },
    "steps[1].change.value: Expected integer to be less or equal to 100",
  ],
  [
    { steps: [{ change: { kind: "enable", value: 1 } }] },
    "steps[0].change.value: Unexpected property",
  ],
  [
    { steps: [{ change: { kind: "set", gates: { boolean: true } } }] },
    "steps[0].change.gates.expression: Expected required property",
  ],
  [{ steps: [{ change: percent(5), for: "1d" }] }, "steps[0].for: Expected integer or null"],
  [
    { steps: [{ change: percent(5), sample: 0 }] },
    "steps[0].sample: Expected integer to be greater or equal to 1 or null",
  ],
  [{ guards: [{ name: "a", bad: "all" }] }, "guards[0].bad: Expected one of errors, rest"],
  [
    { guards: [{ name: "a", action: "stop" }] },
    "guards[0].action: Expected one of hold, back, return",
  ],
  [
    { start: { at: "2037-03-28T09:00" } },
    "start: zone: Expected required property, or at: Expected integer",
  ],
  [{ start: "now" }, "start: Expected object"],
];

test("refusals of a plan say which part is wrong, and what it may be", async () => {
  const { server, author } = await startRolloutSite();
  await using _ = server;
  for (const [changed, message] of namedProblems) {
    const sent = author.call(start, { params: production, body: { ...plan, ...changed } });
    expect((await refusalIn(await sent)).message).toBe(message);
  }
});

test("a preview shows planned times, and whether a local time is skipped or repeated", async () => {
  const { server } = await startRolloutSite();
  await using _ = server;
  const viewer = await server.page("viewer");
  const route = "POST /environments/:environment/rollouts/preview";
  const notes = [
    ["2037-03-29T02:30", "2037-03-29T01:30:00Z", "skipped"],
    ["2037-10-25T02:30", "2037-10-25T00:30:00Z", "repeated"],
    ["2037-03-28T09:00", "2037-03-28T08:00:00Z", null],
  ] as const;
  const before = server.state();
  for (const [local, instant, note] of notes) {
    const body = { ...plan, start: { at: local, zone: "Europe/Berlin" } };
    const preview = await viewer.answer(route, { params: production, body });
    const at = Date.parse(instant);
    expect(preview.start).toEqual({ at, local, zone: "Europe/Berlin", note });
    expect(preview.steps.map(({ plannedAt }) => plannedAt)).toEqual([at, at + day * 1_000, null]);
  }
  const { start: none } = await viewer.answer(route, { params: production, body: plan });
  expect(none).toBeNull();
  expect(server.state()).toBe(before);
});
