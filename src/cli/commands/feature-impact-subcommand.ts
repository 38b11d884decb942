import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { switchOption } from "../../config/option.ts";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment, orNull } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { gateOptions, gateRequests } from "../options/gate-options.ts";
import { counted } from "../output/counted-text.ts";
import { gateNames } from "../output/gate-text.ts";
import { twoColumns } from "../output/text-layout.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";
import { namingUnknownFeature } from "../targets/read-features.ts";

const disableOption = switchOption({
  flag: "disable",
  description: "Estimates gatehouse feature disable with these options instead of enable.",
});

const Share = Type.Number({ minimum: 0, maximum: 1 });
const EstimatedShare = Type.Object({
  share: orNull(Share, "Null if it is unknown."),
  interval: orNull(
    Type.Object({ low: Share, high: Share }),
    "At 95 %; null for an unknown share, and for one that percentages give in expectation.",
  ),
});

const ImpactJson = Type.Object({
  ...inEnvironment,
  key: Type.String(),
  sample_size: orNull(Type.Integer(), "Null if the project keeps no sample of actors."),
  checks: orNull(Type.Integer(), "The checks of yesterday (UTC); null if they are unknown."),
  before: EstimatedShare,
  after: EstimatedShare,
  gained: EstimatedShare,
  lost: EstimatedShare,
  unknown_because: Type.Array(Type.String(), {
    description: "The gates on which an unknown share depends.",
  }),
  mirroring: Type.Integer({ description: "Environments that mirror Production and change too." }),
});
type ImpactJson = Immutable<Static<typeof ImpactJson>>;

/** `gatehouse feature impact` (docs/cli.md#feature-impact). */
export function featureImpactSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    name: "impact",
    summary:
      "Estimates which share of the actors a change of gates affects, and changes nothing. Counts alone " +
      "give the shares of percentages; other gates need a sample of actors, see gatehouse project " +
      "sample.",
    examples: [
      {
        line: "gatehouse feature impact search -p 50",
        text: "Estimates how many actors 50% would add or remove.",
      },
      {
        line: "gatehouse feature impact search --disable -g staff",
        text: "Estimates how many actors would lose the feature without the group staff.",
      },
    ],
    options: [disableOption, ...Object.values(gateOptions)],
    positionals: [featureKey],
    json: ImpactJson,
    work: async ({ given, place }) => {
      const key = featureKeyIn(given);
      const action = given.valueOf(disableOption) ? "disable" : "enable";
      const changes = await gateRequests(given, action);
      const answer = await namingUnknownFeature(place, key, () =>
        place.admin.call("POST /environments/:environment/impact", {
          params: place.at,
          query: place.in,
          body: { key, changes },
        }),
      );
      return impactJson(place.admin.environment, answer);
    },
    text: impactText,
  });
}

function impactJson(
  environment: string | null,
  { sampleSize, features }: AnswerOf<"POST /environments/:environment/impact">,
): ImpactJson {
  const [impact] = features;
  if (impact === undefined) {
    throw new Error("The server sent no impact");
  }
  const { key, checks, before, after, gained, lost, mirroringCount } = impact;
  const unknown_because = [...new Set([...before.unknownBecause, ...after.unknownBecause])];
  return {
    ...{ environment, key, sample_size: sampleSize, checks },
    before: { share: before.share, interval: before.interval },
    after: { share: after.share, interval: after.interval },
    ...{ gained, lost, unknown_because, mirroring: mirroringCount },
  };
}

function impactText(impact: ImpactJson, { columns, where }: Layout): string {
  const { key, checks, sample_size: size, before, after, gained, lost, mirroring } = impact;
  const affected = checks === null ? null : affectedChecks(checks, gained.share, lost.share);
  const rows: (readonly [string, string])[] = [
    ["now", percentOf(before)],
    ["then", percentOf(after)],
    ["gain it", percentOf(gained)],
    ["lose it", percentOf(lost)],
    [
      "checks",
      checks === null
        ? "none known: cannot be estimated"
        : `${counted(checks, "check")} yesterday${affected === null ? "" : `, about ${affected} a day change`}`,
    ],
    [
      "sample",
      size === null
        ? "none; turn it on with gatehouse project sample on"
        : `${counted(size, "actor")} of the last 24 hours`,
    ],
  ];
  if (impact.unknown_because.length > 0) {
    rows.push(["unknown", `depends on ${impact.unknown_because.map(nameOf).join(", ")}`]);
  }
  if (mirroring > 0) {
    rows.push(["mirrors", `${counted(mirroring, "environment")} of Production change too`]);
  }
  return `${printable(key)} ${where}\n${twoColumns(rows, columns)}\n`;
}

function affectedChecks(checks: number, gained: number | null, lost: number | null): string | null {
  return gained === null || lost === null ? null : String(Math.round(checks * (gained + lost)));
}

function nameOf(gate: string): string {
  return Object.entries(gateNames).find(([key]) => key === gate)?.[1] ?? gate;
}

const hundred = 100;

/** Such as `25.0% ± 2.7%`. */
function percentOf({ share, interval }: ImpactJson["before"]): string {
  if (share === null) {
    return "unknown";
  }
  const error = interval === null ? 0 : Math.max(interval.high - share, share - interval.low);
  const percent = (value: number) => `${(value * hundred).toFixed(1)}%`;
  return error === 0 ? percent(share) : `${percent(share)} ± ${percent(error)}`;
}
