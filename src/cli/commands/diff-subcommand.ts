import { type Static, Type } from "@sinclair/typebox";
import { printable } from "../../core/text/printable.ts";
import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { positionalText } from "../options/positional-arguments.ts";
import { counted, firstOf } from "../output/counted-text.ts";
import { differentGates } from "../output/gate-differences.ts";
import {
  type GateValues,
  gateKeys,
  gateNames,
  gateTextOf,
  gateValues,
  noOpenGates,
  type ShownGate,
} from "../output/gate-text.ts";
import { requireShownExpressions } from "../output/hidden-expressions.ts";
import { textTable } from "../output/text-table.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import { type ApiSenders, isOneCaller, type Target } from "../targets/api-target.ts";
import { featureWith, readFeatures } from "../targets/read-features.ts";
import { type TableLayout, twoTargetsSubcommand } from "../targets/two-targets-subcommand.ts";

const left = {
  placeholder: "ENVIRONMENT",
  description: "The slug of an environment.",
  completion: "environments" as const,
};
const right = {
  ...left,
  placeholder: "OTHER",
  description: "The slug of the environment to compare with.",
};

const GateValue = Type.Union([
  Type.Boolean(),
  Type.Number(),
  Type.Array(Type.String()),
  Type.Record(Type.String(), Type.Unknown()),
  Type.Null(),
]);

const GateName = Type.Union(gateKeys.map((key) => Type.Literal(key)));

const Difference = Type.Object({
  key: Type.String(),
  in_from: Type.Boolean({ description: "Whether the first environment has the feature." }),
  in_to: Type.Boolean(),
  gates: Type.Array(Type.Object({ gate: GateName, from: GateValue, to: GateValue }), {
    description: "The gates that differ.",
  }),
});

const Comparison = Type.Object({
  from: Type.String({ description: "The slug of an environment." }),
  to: Type.String({ description: "The slug of an environment." }),
  compared: Type.Integer({ description: "How many features were compared." }),
  features: Type.Array(Difference, { description: "The features that differ." }),
});
type Comparison = Immutable<Static<typeof Comparison>>;

type Difference = Comparison["features"][number];
type Value = Immutable<Static<typeof GateValue>>;

/** `gatehouse diff` (docs/cli.md#diff). */
export function diffSubcommand(senders: ApiSenders) {
  return twoTargetsSubcommand(senders, {
    json: Comparison,
    name: "diff",
    summary: "Compares the gates of all features in two environments.",
    examples: [
      { line: "gatehouse diff production staging", text: "Shows which gates differ, and how." },
    ],

    options: [],
    positionals: [left, right],
    environments: (given) => [positionalText(given, 0), positionalText(given, 1)],
    work: async ({ given, places: [source, target] }) => {
      const compare = isOneCaller(given) ? compareHere : compareLists;
      const compared = await compare(source, target);
      return { from: positionalText(given, 0), to: positionalText(given, 1), ...compared };
    },
    text: comparisonText,
  });
}

type Compared = Pick<Comparison, "compared" | "features">;

/** Compares two environments of one server that this caller may read. */
function compareHere(source: Target, target: Target): Promise<Compared> {
  return adminOrPublic(
    async () => {
      const { featureCount, features } = await source.admin.call("GET /compare", {
        query: {
          ...source.in,
          a: source.at.environment,
          b: target.at.environment,
          gates: "true",
        },
      });
      return {
        compared: featureCount,
        features: features.flatMap(({ key, left, right }) =>
          differenceOf(
            key,
            featureWith({ key, state: left.state, gates: left.allGates }),
            featureWith({ key, state: right.state, gates: right.allGates }),
          ),
        ),
      };
    },
    () => compareLists(source, target),
  );
}

async function compareLists(source: Target, target: Target): Promise<Compared> {
  const from = valuesByKey(await shownFeatures(source));
  const to = valuesByKey(await shownFeatures(target));
  const keys = [...new Set([...from.keys(), ...to.keys()])];
  return {
    compared: keys.length,
    features: keys.flatMap((key) => differenceOf(key, from.get(key), to.get(key))),
  };
}

async function shownFeatures(place: Target): Promise<readonly FeatureAnswer[]> {
  const { features } = await readFeatures(place);
  requireShownExpressions(features, "compare features");
  return features;
}

function valuesByKey(features: readonly FeatureAnswer[]): ReadonlyMap<string, FeatureAnswer> {
  return new Map(features.map((feature) => [feature.key, feature]));
}

function differenceOf(
  key: string,
  from: FeatureAnswer | undefined,
  to: FeatureAnswer | undefined,
): readonly Difference[] {
  const [before, after] = [valuesOf(from), valuesOf(to)];
  const gates = differentGates(before, after).map((gate) => ({
    gate,
    from: before[gate],
    to: after[gate],
  }));
  const present = { in_from: from !== undefined, in_to: to !== undefined };
  const isSame = gates.length === 0 && present.in_from && present.in_to;
  return isSame ? [] : [{ key, ...present, gates }];
}

function valuesOf(feature: FeatureAnswer | undefined): GateValues {
  return gateValues(feature ?? { gates: [] });
}

function comparisonText(
  { from, to, compared, features }: Comparison,
  { columns }: TableLayout,
): string {
  const names = `${printable(from)} and ${printable(to)}`;
  if (features.length === 0) {
    return `${counted(compared, "feature")}: no gate differs between ${names}\n`;
  }
  const table = textTable(
    ["FEATURE", "GATE", from.toUpperCase(), to.toUpperCase()],
    features.flatMap(differenceRows),
    columns,
  );
  const differ = features.length === 1 ? "differs" : "differ";
  return `${table}${features.length} of ${counted(compared, "feature")} ${differ} between ${names}\n`;
}

function differenceRows({ key, in_from: inFrom, in_to: inTo, gates }: Difference): string[][] {
  if (!(inFrom && inTo)) {
    return [[key, "", inFrom ? "exists" : "no such feature", inTo ? "exists" : "no such feature"]];
  }
  return gates.map(({ gate, from, to }) => [
    key,
    gateNames[gate],
    valueInWords(gate, from, to),
    valueInWords(gate, to, from),
  ]);
}

const namesMax = 5;

/** A set is shown without the values that both environments have. */
function valueInWords(gate: ShownGate, value: Value, other: Value): string {
  if (!(isNameList(value) && isNameList(other))) {
    return gateTextOf({ ...noOpenGates, [gate]: value }, gate, namesMax);
  }
  const others = new Set(other);
  const own = value.filter((name) => !others.has(name));
  return own.length === 0 ? "nothing more" : `also ${firstOf(own, namesMax)}`;
}

function isNameList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}
