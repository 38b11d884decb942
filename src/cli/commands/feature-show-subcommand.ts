import { type Static, Type } from "@sinclair/typebox";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import {
  type GateValues,
  gateKeys,
  gateNames,
  gateTextOf,
  gateValues,
  hasHiddenExpression,
  hiddenExpression,
  styleOfState,
} from "../output/gate-text.ts";
import { twoColumns } from "../output/text-layout.ts";
import { formatMinute } from "../output/text-table.ts";
import { answeredEnvironment } from "../targets/admin-or-public.ts";
import { type ApiSenders, productionSlug } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";
import { DetailedFeature, readKnownFeature } from "../targets/read-features.ts";

const ShownFeature = Type.Object({ ...inEnvironment, ...DetailedFeature.properties });
type ShownFeature = Immutable<Static<typeof ShownFeature>>;

/** `gatehouse feature show` (docs/cli.md#feature-show). */
export function featureShowSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: ShownFeature,
    name: "show",
    summary: "Shows the gates and the details of a feature.",
    examples: [
      {
        line: "gatehouse feature show search --environment staging",
        text: "Shows who has a feature in staging.",
      },
    ],

    options: [],
    positionals: [featureKey],
    work: async ({ given, place }) => {
      const feature = await readKnownFeature(place, featureKeyIn(given));
      return { environment: await answeredEnvironment(place), ...feature };
    },
    text: shownText,
  });
}

const namesMax = 20;

function shownText(feature: ShownFeature, { columns, paint, where }: Layout): string {
  const values = gateValues(feature);
  const head = `${printable(feature.key)} is ${paint(styleOfState(feature.state), feature.state)} ${where}`;
  const shownGates = new Set(feature.gates.map(({ key }) => key));
  const gates = gateKeys
    .filter((key) => shownGates.has(key))
    .map((key) => [gateNames[key], gateRow(values, key)] as const);
  const hidden = hasHiddenExpression(feature)
    ? ([[gateNames.expression, hiddenExpression]] as const)
    : [];
  return `${head}\n${twoColumns([...gates, ...hidden, ...detailRows(feature)], columns)}\n`;
}

function gatesWords(isOverridden: boolean): string {
  return isOverridden ? "of this environment only" : "the gates of Production, which it follows";
}

function gateRow(values: GateValues, key: (typeof gateKeys)[number]): string {
  const words = printable(gateTextOf(values, key, namesMax));
  const json = key === "expression" && values.expression !== null;
  return json ? `${words}\n${printable(JSON.stringify(values.expression))}` : words;
}

function detailRows({
  environment,
  details,
}: ShownFeature): readonly (readonly [string, string])[] {
  if (details === null) {
    return [];
  }
  const { description, longevity, tags, owner, creator } = details;
  const lines = (text: string) => text.split("\n").map(printable).join("\n");
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ["description", description],
    ["longevity", longevity],
    ["tags", tags.length === 0 ? null : tags.join(", ")],
    ["owner", owner?.email],
    ["created", [formatMinute(details.created_at), creator?.email].filter(Boolean).join(" by ")],
    ["last change", formatMinute(details.changed_at)],
    ["gates", environment === productionSlug ? null : gatesWords(details.overridden)],
    ["looks finished", details.stale ? "yes: it can probably be removed" : null],
  ];
  return rows.flatMap(([title, text]) => (text ? [[title, lines(text)] as const] : []));
}
