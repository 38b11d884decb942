import { featureKey, mixedFeatures } from "../benchmark-features.ts";

/** The environment of the features, which every installation of Unleash has. */
export const environment = "development";

interface Constraint {
  readonly contextName: string;
  readonly operator: "IN" | "NUM_GT";
  readonly values: readonly string[];
  readonly value?: string;
}

interface Rollout {
  readonly percentage: number;
  readonly stickiness: "default" | "userId" | "random";
  readonly constraints: readonly Constraint[];
}

/** A file of `mixedFeatures` that Unleash imports at its start. */
export function unleashImport(): string {
  const keys = mixedFeatures().map(({ key }) => key);
  return JSON.stringify({
    features: keys.map((name) => ({ name, type: "release", project: "default" })),
    featureStrategies: keys.flatMap((featureName, index) =>
      rolloutsOf(index).map((rollout, sortOrder) => strategy(featureName, sortOrder, rollout)),
    ),
    featureEnvironments: keys.map((featureName, index) => ({
      ...{ name: featureName, featureName, environment },
      enabled: !isDisabled(index),
    })),
    contextFields: ["plan", "seats", "group"].map((name) => ({ name, legalValues: [] })),
    tagTypes: [],
    featureTags: [],
    segments: [],
  });
}

function strategy(
  featureName: string,
  sortOrder: number,
  { percentage, stickiness, constraints }: Rollout,
) {
  const parameters = { rollout: String(percentage), stickiness, groupId: featureName };
  return { name: "flexibleRollout", featureName, sortOrder, parameters, constraints, segments: [] };
}

function isDisabled(index: number): boolean {
  return [2, 3].includes(index % 10);
}

/** The gates of `mixedGates` in Unleash: a feature is enabled if any of its strategies matches. */
function rolloutsOf(index: number): readonly Rollout[] {
  const { gates } = mixedFeatures()[index] ?? {};
  const always = { percentage: 100, stickiness: "default" } as const;
  switch (index % 10) {
    case 6:
    case 7:
      return [
        {
          percentage: Number(gates?.percentage_of_actors),
          stickiness: "userId",
          constraints: [],
        },
        ...inGroups(gates?.groups ?? []),
      ];
    case 8:
      return [
        { percentage: Number(gates?.percentage_of_time), stickiness: "random", constraints: [] },
      ];
    case 9:
      return [
        { ...always, constraints: [oneOf("plan", ["enterprise"])] },
        { ...always, constraints: [above("seats", index)] },
        { ...always, constraints: [oneOf("userId", [`Admin;${index}`])] },
      ];
    case 4:
    case 5:
      return [
        { ...always, constraints: [oneOf("userId", gates?.actors ?? [])] },
        ...inGroups(gates?.groups ?? []),
      ];
    default:
      return [{ ...always, constraints: [] }];
  }
}

function inGroups(groups: readonly string[]): readonly Rollout[] {
  return groups.length === 0
    ? []
    : [{ percentage: 100, stickiness: "default", constraints: [oneOf("group", groups)] }];
}

function oneOf(contextName: string, values: readonly string[]): Constraint {
  return { contextName, operator: "IN", values };
}

function above(contextName: string, value: number): Constraint {
  return { contextName, operator: "NUM_GT", values: [], value: String(value) };
}

const instanceMark = "INSTANCE";

/**
 * Counts of evaluations, as the clients of Unleash send them every minute: the JSON before the id of
 * an instance and after it.
 */
export function unleashMetrics(): readonly string[] {
  const toggles = mixedFeatures().map((_, index) => [
    featureKey(index),
    { yes: 1 + (index % 5), no: 1 + (index % 3), variants: {} },
  ]);
  const stop = new Date();
  const start = new Date(stop.getTime() - 60_000);
  return JSON.stringify({
    appName: "benchmark",
    instanceId: instanceMark,
    environment,
    bucket: { start, stop, toggles: Object.fromEntries(toggles) },
  }).split(instanceMark);
}
