import type { FeatureAnswer, GateAnswer } from "../api-client/feature-answers.ts";
import { counted, firstOf, shortened } from "./counted-text.ts";
import { expressionText } from "./expression-text.ts";

export type ShownGate = GateAnswer["key"];

/** The values of all gates; a gate that the server does not show has its default. */
export interface GateValues {
  readonly boolean: boolean;
  readonly expression: Readonly<Record<string, unknown>> | null;
  readonly groups: readonly string[];
  readonly actors: readonly string[];
  readonly percentage_of_actors: number;
  readonly percentage_of_time: number;
}

/** The labels of the gates, in the order of the output. */
export const gateNames = {
  boolean: "boolean",
  expression: "expression",
  groups: "groups",
  actors: "actors",
  percentage_of_actors: "percentage of actors",
  percentage_of_time: "percentage of time",
} as const satisfies Readonly<Record<ShownGate, string>>;

export const gateKeys: readonly ShownGate[] = [
  "boolean",
  "expression",
  "groups",
  "actors",
  "percentage_of_actors",
  "percentage_of_time",
];

export const noOpenGates: GateValues = {
  boolean: false,
  expression: null,
  groups: [],
  actors: [],
  percentage_of_actors: 0,
  percentage_of_time: 0,
};

export function gateValues({ gates }: Pick<FeatureAnswer, "gates">): GateValues {
  return { ...noOpenGates, ...Object.fromEntries(gates.map(({ key, value }) => [key, value])) };
}

/** One gate in words: `enabled for everyone`, `User;1, User;2 and 3 more`, `25%`, `none`. */
export function gateTextOf(values: GateValues, gate: ShownGate, namesMax: number): string {
  switch (gate) {
    case "boolean":
      return values.boolean ? "enabled for everyone" : "not enabled for everyone";
    case "expression":
      return values.expression === null ? "none" : shortened(expressionText(values.expression));
    case "groups":
    case "actors":
      return values[gate].length === 0 ? "none" : firstOf(values[gate], namesMax);
    default:
      return `${values[gate]}%`;
  }
}

const namesInSentence = 3;

function actorWords(actors: readonly string[]): string {
  if (actors.length > namesInSentence) {
    return counted(actors.length, "actor");
  }
  return actors.length === 0
    ? ""
    : `${actors.length === 1 ? "actor" : "actors"} ${actors.join(", ")}`;
}

/**
 * Whether only a hidden expression can enable the feature. A server in mountable mode evaluates
 * stored expressions, but does not show them.
 */
export function hasHiddenExpression({ state, gates }: Pick<FeatureAnswer, "state" | "gates">) {
  return (
    state === "conditional" &&
    gates.every(({ key }) => key !== "expression") &&
    enabledForText(gateValues({ gates })) === enabledForNobody
  );
}

/**
 * The actors that have the feature, as part of a sentence: `everyone`, `nobody`, `5% of actors, group
 * staff`.
 */
export function openFor(feature: Pick<FeatureAnswer, "state" | "gates">): string {
  return hasHiddenExpression(feature)
    ? `actors with ${hiddenExpression}`
    : enabledForText(gateValues(feature));
}

export const hiddenExpression = "an expression that this server does not show";
const enabledForNobody = "nobody";

function enabledForText(values: GateValues): string {
  if (values.boolean) {
    return "everyone";
  }
  const { expression, groups, actors } = values;
  const parts = [
    expression === null ? "" : `actors with ${shortened(expressionText(expression))}`,
    groups.length === 0
      ? ""
      : `${groups.length === 1 ? "group" : "groups"} ${firstOf(groups, namesInSentence)}`,
    actorWords(actors),
    values.percentage_of_actors === 0 ? "" : `${values.percentage_of_actors}% of actors`,
    values.percentage_of_time === 0 ? "" : `${values.percentage_of_time}% of the time`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? enabledForNobody : parts.join(", ");
}

const stateStyles = { on: "good", conditional: "warning", off: "faint" } as const;

/** The style of a state. */
export function styleOfState(state: FeatureAnswer["state"]) {
  return stateStyles[state];
}
