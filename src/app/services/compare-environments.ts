import type { Gates } from "../../core/evaluation/gates.ts";
import { sameExpression } from "../../core/evaluation/same-expression.ts";
import { difference, type SortedSet } from "../../core/evaluation/sorted-set.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import type { EnvironmentSnapshots } from "../snapshots/environment-snapshots.ts";

/** A gate with one value that differs. */
export interface ScalarComparison {
  readonly gate: "boolean" | "expression" | "percentage_of_actors" | "percentage_of_time";
  readonly left: boolean | number | Gates["expression"];
  readonly right: boolean | number | Gates["expression"];
}

/** Members that only one of two sets contains. */
export interface OnlyOne {
  readonly count: number;
  /** The first 10. */
  readonly first: readonly string[];
}

/** A gate that is a set, and differs. */
export interface SetComparison {
  readonly gate: "groups" | "actors";
  /** How many members each has. */
  readonly left: number;
  readonly right: number;
  readonly onlyLeft: OnlyOne;
  readonly onlyRight: OnlyOne;
}

export interface ComparedFeature {
  readonly key: string;
  /** Whether the environment has own gates; false for Production, which follows none. */
  readonly leftOverrides: boolean;
  readonly rightOverrides: boolean;
  /** The gates in force that differ. */
  readonly gates: readonly (ScalarComparison | SetComparison)[];
}

export interface Comparison {
  /**
   * Features that differ, by key; then, up to the limit, features that do not differ; 1,000
   * together.
   */
  readonly features: readonly ComparedFeature[];
  readonly differingCount: number;
  readonly featureCount: number;
}

const featuresMax = 1_000;
const membersMax = 10;

/** Compares the gates in force of all features of two environments, in steps of a feature. */
export function* compareEnvironments(
  snapshots: EnvironmentSnapshots,
  state: State,
  left: Environment,
  right: Environment,
): Generator<void, Comparison> {
  const [leftSnapshot, rightSnapshot] = [snapshots.of(state, left), snapshots.of(state, right)];
  const differing: ComparedFeature[] = [];
  const equal: ComparedFeature[] = [];
  let differingCount = 0;
  let featureCount = 0;
  for (const toggle of leftSnapshot.eachToggle()) {
    const other = rightSnapshot.find(toggle.key);
    featureCount++;
    const isSame = other === undefined || other.gates === toggle.gates;
    const gates = isSame ? [] : compareGates(toggle.gates, other.gates);
    const list = gates.length > 0 ? differing : equal;
    differingCount += gates.length > 0 ? 1 : 0;
    if (list.length < featuresMax) {
      const overrides = (snapshot: typeof leftSnapshot) =>
        snapshot.overrides?.has(toggle.key) === true;
      list.push({
        key: toggle.key,
        leftOverrides: overrides(leftSnapshot),
        rightOverrides: overrides(rightSnapshot),
        gates,
      });
    }
    yield;
  }
  return {
    features: [...differing, ...equal].slice(0, featuresMax),
    differingCount,
    featureCount,
  };
}

/** The differences between gates, gate by gate. */
export function compareGates(
  left: Gates,
  right: Gates,
): readonly (ScalarComparison | SetComparison)[] {
  const scalar = (
    gate: ScalarComparison["gate"],
    ofLeft: ScalarComparison["left"],
    ofRight: ScalarComparison["right"],
    isSame = ofLeft === ofRight,
  ) => (isSame ? [] : [{ gate, left: ofLeft, right: ofRight }]);
  const isSameExpression = sameExpression(left.expression, right.expression);
  return [
    ...scalar("boolean", left.boolean, right.boolean),
    ...scalar("expression", left.expression, right.expression, isSameExpression),
    ...compareSets("groups", left.groups, right.groups),
    ...compareSets("actors", left.actors, right.actors),
    ...scalar("percentage_of_actors", left.percentageOfActors, right.percentageOfActors),
    ...scalar("percentage_of_time", left.percentageOfTime, right.percentageOfTime),
  ];
}

function compareSets(
  gate: SetComparison["gate"],
  left: SortedSet,
  right: SortedSet,
): readonly SetComparison[] {
  const onlyLeft = difference(left, right);
  const onlyRight = difference(right, left);
  return onlyLeft.length + onlyRight.length === 0
    ? []
    : [
        {
          gate,
          left: left.length,
          right: right.length,
          onlyLeft: firstOf(onlyLeft),
          onlyRight: firstOf(onlyRight),
        },
      ];
}

function firstOf(members: readonly string[]): OnlyOne {
  return { count: members.length, first: members.slice(0, membersMax) };
}
