import type { RolloutChange } from "../../api/admin/contract/rollout-plan-models.ts";
import type { GuardJson, RolloutJson } from "../answers/rollout-json.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { firstOf, withCommas } from "./counted-text.ts";
import { formatMinute, tableOf } from "./text-table.ts";

export type Step = RolloutJson["steps"][number];

const namesMax = 3;

/** A change of gates in words: `25% of actors`, `enabled for everyone`. */
export function stepChangeText(change: Immutable<RolloutChange>): string {
  switch (change.kind) {
    case "enable":
      return "enabled for everyone";
    case "disable":
      return "disabled";
    case "clear":
      return "all gates cleared";
    case "percentage_of_actors":
      return `${change.value}% of actors`;
    case "percentage_of_time":
      return `${change.value}% of the time`;
    case "expression":
      return change.value === null ? "no expression" : "another expression";
    case "set":
      return "other gates";
    case "actors":
    case "groups": {
      const signed = [
        ...change.add.map((name) => `+${name}`),
        ...change.remove.map((name) => `-${name}`),
      ];
      return `${change.kind} ${firstOf(signed, namesMax)}`;
    }
  }
}

const units = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "m"],
  [1, "s"],
] as const;

/** A duration as the options take it: `1d`, `90m`. */
export function lengthText(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, "s"];
  return `${seconds / size}${unit}`;
}

/** What the step after waits for: `1d, 1,000 checks, approval`. */
export function waitText({ for: lasts, sample, approval }: Step): string {
  return [
    ...(lasts === null ? [] : [lengthText(lasts)]),
    ...(sample === null ? [] : [`${withCommas(sample)} checks`]),
    ...(approval ? ["approval"] : []),
  ].join(", ");
}

/** Where a rollout is: `step 2 of 4: 25% of actors`. */
export function stepText({ step, steps }: Pick<RolloutJson, "step" | "steps">): string {
  return step === 0 ? `before step 1 of ${steps.length}` : `step ${step} of ${steps.length}`;
}

/** A rollout for people: where it is, why, its ladder and its guards. */
export function rolloutText(
  rollout: RolloutJson,
  guards: readonly GuardJson[],
  columns: number,
): string {
  const { id, key, environment, state, author, reason, hold, steps, step } = rollout;
  const facts = [
    `rollout ${id}: ${key} in ${environment}`,
    `state    ${state}, ${stepText(rollout)}`,
    ...(hold === null ? [] : [`because  ${holdText(hold)}, ${formatMinute(hold.at)}`]),
    `author   ${author ?? "unknown"}`,
    ...(reason === null ? [] : [`reason   ${reason}`]),
    ...(rollout.request === null ? [] : [`request  ${rollout.request}`]),
    `started  ${formatMinute(rollout.started_at)}`,
    ...(rollout.next_at === null ? [] : [`next     ${formatMinute(rollout.next_at)}`]),
    ...(rollout.ended_at === null
      ? []
      : [`ended    ${formatMinute(rollout.ended_at)} by ${rollout.ended_by ?? "the server"}`]),
  ];
  const ladder = tableOf(columns, numbered(steps), [
    ["STEP", ({ number }) => (number === step ? `${number} <` : number)],
    ["CHANGE", ({ change }) => stepChangeText(change)],
    ["MADE", ({ entered_at: at }) => formatMinute(at)],
    ["PLANNED", ({ planned_at: at }) => formatMinute(at)],
    ["THEN WAITS FOR", waitText],
  ]);
  return [
    ...facts.map((line) => `${line}\n`),
    `\n${ladder}`,
    ...(guards.length === 0 ? [] : [`\n${guardTable(guards, columns)}`]),
  ].join("");
}

function numbered(steps: RolloutJson["steps"]) {
  return steps.map((each, index) => ({ ...each, number: index + 1 }));
}

const holdWords: Readonly<Record<string, string>> = {
  alarm: "a guard saw more bad outcomes with the feature",
  silent: "outcomes stopped while checks went on",
  mismatch: "one side reports fewer outcomes for its checks",
  changed: "something else changed the gates",
  undone: "a step was undone",
  approval: "the step asks for a person: resume or skip",
  late: "the next step was more than an hour late",
  clock: "the server's clock jumped",
  author: "the author has left or may no longer change the environment",
  refused: "the change of the step was refused",
};

function holdText({ kind, guard, text }: NonNullable<RolloutJson["hold"]>): string {
  const words = holdWords[kind] ?? kind;
  return [
    words,
    ...(guard === null ? [] : [`guard ${guard}`]),
    ...(text === null ? [] : [text]),
  ].join(": ");
}

function guardTable(guards: readonly GuardJson[], columns: number): string {
  return tableOf(columns, guards, [
    ["GUARD", ({ name }) => name],
    ["STATE", ({ state }) => state.replace("_", " ")],
    ["TOLERATES", ({ tolerate }) => toleranceText(tolerate)],
    ["ON ALARM", ({ action }) => action],
    ["ENABLED", ({ enabled }) => sideText(enabled)],
    ["DISABLED", ({ disabled }) => sideText(disabled)],
    ["EVIDENCE", ({ evidence, limit }) => `${evidence.toPrecision(3)} of ${limit.toPrecision(3)}`],
  ]);
}

function toleranceText({ relative, absolute }: GuardJson["tolerate"]): string {
  const parts = [
    ...(relative === 0 ? [] : [`+${percentText(relative)}%`]),
    ...(absolute === 0 ? [] : [`+${percentText(absolute)}pp`]),
  ];
  return parts.length === 0 ? "no more" : parts.join(" ");
}

function sideText({ total, bad, rate }: GuardJson["enabled"]): string {
  return rate === null
    ? "none"
    : `${percentText(rate)}% (${withCommas(bad)} of ${withCommas(total)})`;
}

/** Two digits after the point at most: `0.1` for 0.001. */
function percentText(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}
