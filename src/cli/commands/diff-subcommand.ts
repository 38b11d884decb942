import { type Static, Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { printable } from "../../core/text/printable.ts";
import { toTimestamp } from "../answers/json-schemas.ts";
import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { timeOptions } from "../options/compared-times.ts";
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
import { type Invocation, type Output, tableColumns } from "../subcommand.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import {
  type ApiSenders,
  isOneCaller,
  openTarget,
  openTwoTargets,
  type Target,
  type TwoTargets,
} from "../targets/api-target.ts";
import { featureWith, readFeatures } from "../targets/read-features.ts";
import { targetSubcommand } from "../targets/target-subcommand.ts";
import { twoTargetsOptions } from "../targets/two-targets-subcommand.ts";

const left = {
  placeholder: "ENVIRONMENT",
  description: "The slug of an environment.",
  completion: "environments" as const,
};
const right = {
  ...left,
  placeholder: "OTHER",
  description: "The slug of the environment to compare with; not with --from.",
  optional: true,
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
  environment: Type.Optional(
    Type.String({ description: "With --from: the slug of the environment." }),
  ),
  from: Type.String({ description: "The slug of an environment; with --from a time." }),
  to: Type.String({ description: "The slug of an environment; with --from a time." }),
  compared: Type.Integer({ description: "How many features were compared." }),
  features: Type.Array(Difference, { description: "The features that differ." }),
});
type Comparison = Immutable<Static<typeof Comparison>>;

type Difference = Comparison["features"][number];
type Value = Immutable<Static<typeof GateValue>>;

/** `gatehouse diff` (docs/cli.md#diff). `now` is in milliseconds since the epoch. */
export function diffSubcommand(senders: ApiSenders, now: () => number) {
  const times = timeOptions(now);
  return targetSubcommand(senders, openCompared(times), {
    json: Comparison,
    name: "diff",
    summary: "Compares the gates of all features in two environments, or in one at two times.",
    examples: [
      { line: "gatehouse diff production staging", text: "Shows which gates differ, and how." },
      {
        line: "gatehouse diff production --from 2d --to 1h",
        text: "Shows which gates of Production changed from two days ago to an hour ago.",
      },
    ],

    options: [times.from, times.to, ...twoTargetsOptions],
    positionals: [left, right],
    work: async ({ given, place }) => {
      if (place.kind === "times") {
        return compareTimes(place.target, place.times);
      }
      const compare = isOneCaller(given) ? compareHere : compareLists;
      const compared = await compare(place.source, place.target);
      const [from, to] = environments(given);
      return { from, to, ...compared };
    },
    text: comparisonText,
  });
}

interface Times {
  readonly from: number;
  readonly to: number | undefined;
}

/** One environment at two times, or two environments. */
type Opened =
  | (Pick<Target, "release"> & {
      readonly kind: "times";
      readonly target: Target;
      readonly times: Times;
    })
  | (TwoTargets & { readonly kind: "environments" });

function openCompared(options: ReturnType<typeof timeOptions>) {
  return async ({ given }: Invocation, visible: ApiSenders): Promise<Opened> => {
    const [from, to] = [given.valueOf(options.from), given.valueOf(options.to)];
    const other = given.positionals[1];
    if (from === undefined) {
      if (to !== undefined) {
        throw new ConfigError("--to needs --from");
      }
      if (other === undefined) {
        throw new ConfigError("OTHER is missing");
      }
      const targets = await openTwoTargets(given, visible, environments(given));
      return { kind: "environments", ...targets };
    }
    if (other !== undefined) {
      throw new ConfigError("--from compares one environment at two times; leave out OTHER");
    }
    const target = await openTarget(given, visible, positionalText(given, 0));
    return { kind: "times", target, times: { from, to }, release: () => target.release() };
  };
}

function environments(given: Arguments): readonly [string, string] {
  return [positionalText(given, 0), positionalText(given, 1)];
}

/** The features that differ between two times. */
async function compareTimes(
  { admin, at, in: query }: Target,
  { from, to }: Times,
): Promise<Comparison> {
  const compared = await admin.call("GET /environments/:environment/compare", {
    params: at,
    query: { ...query, from, ...(to === undefined ? {} : { to }), gates: "true" },
  });
  const sideOf = (key: string, side: (typeof compared.features)[number]["left"]) =>
    side === null ? undefined : featureWith({ key, state: side.state, gates: side.allGates });
  return {
    environment: admin.environment ?? "",
    from: toTimestamp(compared.from),
    to: toTimestamp(compared.to),
    compared: compared.featureCount,
    features: compared.features.flatMap((feature) =>
      differenceOf(
        feature.key,
        sideOf(feature.key, feature.left),
        sideOf(feature.key, feature.right),
      ),
    ),
  };
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

function comparisonText(comparison: Comparison, output: Output): string {
  const { environment, from, to, compared, features } = comparison;
  const where = environment === undefined ? "" : ` in ${printable(environment)}`;
  const names = `${printable(from)} and ${printable(to)}${where}`;
  if (features.length === 0) {
    return `${counted(compared, "feature")}: no gate differs between ${names}\n`;
  }
  const table = textTable(
    ["FEATURE", "GATE", from.toUpperCase(), to.toUpperCase()],
    features.flatMap(differenceRows),
    tableColumns(output),
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
