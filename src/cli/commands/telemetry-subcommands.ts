import { type Static, Type } from "@sinclair/typebox";
import { optionalOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { similarWord } from "../../core/text/similar-word.ts";
import { inEnvironment, orNull, Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import { SummaryAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { sparkline, splitBar } from "../output/bar-chart.ts";
import { counted, shareText, withCommas } from "../output/counted-text.ts";
import { evaluationSummary } from "../output/evaluation-summary.ts";
import { formatMinute, tableOf, textTable, textTableOfFilled } from "../output/text-table.ts";
import { warnOfUnknownFeatures } from "../output/unknown-features.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import type { ApiSenders, Target } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";
import { featureKeys } from "../targets/read-features.ts";

const keys = {
  placeholder: "KEY",
  description: "Only these features; a single feature is shown in more detail.",
  optional: true,
  completion: "features" as const,
};
const daysOption = optionalOption({
  flag: "days",
  placeholder: "DAYS",
  description: "How many days, with today; 7 unless given. A single day is shown by hour.",
  parse: parseInteger(1, 36_500),
});

/** `gatehouse telemetry …`: how often features are evaluated. */
export function telemetrySubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "telemetry",
    summary: "Shows how often features are evaluated, and unknown keys.",
    commands: [summarySubcommand(senders), unknownSubcommand(senders)],
  };
}

const Summary = Type.Object({ ...inEnvironment, ...SummaryAnswer.properties });
type Summary = Immutable<Static<typeof Summary>>;
type FeatureSummary = Summary["features"][number];

/** `gatehouse telemetry summary` (docs/cli.md#telemetry-summary). */
function summarySubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: Summary,
    name: "summary",
    summary: "Shows how often features were evaluated, and how often they were enabled.",
    examples: [
      { line: "gatehouse telemetry summary", text: "Shows the last seven days of all features." },
      {
        line: "gatehouse telemetry summary search --days 1",
        text: "Shows a feature by hour.",
      },
    ],

    options: [daysOption],
    positionals: [keys],
    repeats: true,
    work: async (call) => {
      const { given, place } = call;
      const asked = [...new Set(given.positionals)];
      const days = given.valueOf(daysOption);
      const summary = await adminOrPublic(
        () => evaluations(place, days ?? daysDefault, asked),
        async () => ({ environment: null, ...(await place.api.summary(days, asked)) }),
      );
      const found = new Set(summary.features.map(({ key }) => key));
      await warnOfUnknownFeatures(
        call,
        asked.filter((key) => !found.has(key)),
      );
      return summary;
    },
    text: summaryText,
  });
}

const daysDefault = 7;
/** The server stores telemetry for fewer days. */
const daysMax = 3_650;

async function evaluations(
  { admin, at, in: project }: Target,
  days: number,
  keys: readonly string[],
): Promise<Summary> {
  const answer = await admin.call("GET /environments/:environment/evaluations", {
    params: at,
    query: {
      ...project,
      days: Math.min(days, daysMax),
      ...(keys.length === 0 ? {} : { keys: JSON.stringify(keys) }),
    },
  });
  return { environment: admin.environment, ...evaluationSummary(answer) };
}

function summaryText(summary: Summary, layout: Layout): string {
  const { features, days } = summary;
  const [feature, ...others] = features;
  if (feature === undefined) {
    return `no features ${layout.where}\n`;
  }
  const time = days === 1 ? "the last 24 hours" : `${counted(days, "day")} to today (UTC)`;
  return others.length === 0
    ? oneFeature(feature, summary.resolution, time, layout)
    : allFeatures(features, time, layout);
}

function allFeatures(
  features: readonly FeatureSummary[],
  time: string,
  { columns, where }: Layout,
): string {
  const table = tableOf(columns, features, [
    ["FEATURE", ({ key }) => key],
    ["EVALUATIONS", ({ summary: { total } }) => withCommas(total)],
    ["ENABLED", ({ summary: { total, enabled } }) => shareText(enabled, total)],
    ["OLDEST TO NEWEST", ({ time_series: series }) => sparkline(series.map((each) => each.total))],
  ]);
  return `${table}${counted(features.length, "feature")} ${where}, ${time}\n`;
}

const chartWidthMax = 40;
const chartMargin = 44;

function oneFeature(
  { key, summary: { total, enabled }, time_series: series }: FeatureSummary,
  resolution: Summary["resolution"],
  time: string,
  { columns, where, paint }: Layout,
): string {
  const head = `${printable(key)} ${where}, ${time}: `;
  if (total === 0) {
    return `${head}no evaluations\n`;
  }
  const width = Math.max(5, Math.min(chartWidthMax, columns - chartMargin));
  const most = Math.max(...series.map((each) => each.total));
  const label = (timestamp: string) =>
    resolution === "hour" ? formatMinute(timestamp) : timestamp.slice(0, "2000-01-01".length);
  const table = textTable(
    [resolution === "hour" ? "HOUR (UTC)" : "DAY (UTC)", "EVALUATIONS", "ENABLED", ""],
    series.map((each) => [
      label(each.timestamp),
      withCommas(each.total),
      shareText(each.enabled, each.total),
      splitBar(each.enabled, each.total, most, width),
    ]),
    columns,
    (text, _, column) => (column === 3 ? paint("good", text) : text),
  );
  const share = shareText(enabled, total);
  return `${head}${counted(total, "evaluation")}, ${share} enabled (█)\n${table}`;
}

const UnknownKeys = Type.Object({
  ...inEnvironment,
  days: Type.Integer({ description: "The number of days of the telemetry." }),
  keys: Type.Array(
    Type.Object({
      key: Type.String(),
      enabled: Type.Integer(),
      disabled: Type.Integer(),
      last_at: Timestamp,
      meant: orNull(
        Type.String(),
        "The feature that was probably meant; null if no key is similar, or the key is retired.",
      ),
      retired: Type.Boolean({ description: "Whether the key is retired and still checked." }),
    }),
  ),
});
type UnknownKeys = Immutable<Static<typeof UnknownKeys>>;

/** `gatehouse telemetry unknown` (docs/cli.md#telemetry-unknown). */
function unknownSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: UnknownKeys,
    name: "unknown",
    summary: "Lists unknown keys that applications evaluate. Many are misspelt.",
    examples: [
      {
        line: "gatehouse telemetry unknown",
        text: "Shows which unknown keys are evaluated, and which features were probably meant.",
      },
    ],

    options: [],
    positionals: [],
    work: async (call) => {
      const { admin, at, in: query } = call.place;
      const { days, keys } = await admin.call("GET /environments/:environment/unknown-keys", {
        ...{ params: at, query },
      });
      const features = keys.length === 0 ? [] : await featureKeys(call.place);
      return {
        environment: admin.environment,
        days,
        keys: keys.map(({ lastEvaluatedAt, isRetired, ...key }) => ({
          ...key,
          last_at: toTimestamp(lastEvaluatedAt),
          meant: isRetired ? null : (similarWord(key.key, features) ?? null),
          retired: isRetired,
        })),
      };
    },
    text: unknownText,
  });
}

function unknownText({ keys: unknown, days }: UnknownKeys, { columns, where }: Layout): string {
  if (unknown.length === 0) {
    return `every key that was evaluated ${where} in ${counted(days, "day")} is a feature\n`;
  }
  const table = textTableOfFilled(
    ["KEY", "EVALUATIONS", "LAST (UTC)", "PROBABLY MEANT"],
    unknown.map(({ key, enabled, disabled, last_at: last, meant, retired }) => [
      key,
      withCommas(enabled + disabled),
      formatMinute(last),
      retired ? "retired, still checked" : (meant ?? ""),
    ]),
    columns,
  );
  return `${table}${counted(unknown.length, "key")} without a feature ${where}, of ${counted(days, "day")}\n`;
}
