import { type Static, Type } from "@sinclair/typebox";
import { FeatureAnswer } from "../api-client/feature-answers.ts";
import { FeatureDetails } from "../api-client/gatehouse-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { listOption, optionalOption, switchOption } from "../config/option.ts";
import { parseOneOf } from "../config/value-parsers.ts";
import { inEnvironment } from "./answer-schemas.ts";
import type { ApiSenders } from "./api-place.ts";
import { counted } from "./counted-words.ts";
import { dailySubcommand, type Layout } from "./daily-subcommand.ts";
import { CommandRefusal } from "./failure-words.ts";
import { openFor, styleOfState } from "./gate-words.ts";
import { routeOrNull } from "./route-or-null.ts";
import { textTableOfFilled } from "./text-table.ts";

const stateOption = optionalOption({
  flag: "state",
  placeholder: "STATE",
  description: "Only features in this state: on, off or conditional.",
  parse: parseOneOf("on", "off", "conditional"),
});
const staleOption = switchOption({
  flag: "stale",
  description: "Only features that look finished, so that they can be removed.",
});
const tagOption = listOption({
  flag: "tag",
  placeholder: "TAG",
  description: "Only features with this tag; with all of them if it is repeated.",
  parse: (value) => ({ value }),
});

/** A feature with what is known of it beside its gates. */
export const DetailedFeature = Type.Object({
  ...FeatureAnswer.properties,
  details: Type.Union([Type.Omit(FeatureDetails, ["key", "state"]), Type.Null()], {
    description: "Null if the server does not report them.",
  }),
});
export type DetailedFeature = Immutable<Static<typeof DetailedFeature>>;

const FeatureList = Type.Object({ ...inEnvironment, features: Type.Array(DetailedFeature) });
type FeatureList = Immutable<Static<typeof FeatureList>>;

/** `gatehouse feature list` (docs/cli.md#feature-list). */
export function featureListSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: FeatureList,
    name: "list",
    summary: "Lists the features of an environment, with their states and who has them.",
    examples: [
      {
        line: "gatehouse feature list --state conditional --tag checkout",
        text: "Lists features with a tag that are enabled for some.",
      },
      {
        line: "gatehouse feature list --stale --json | jq -r '.features[].key'",
        text: "Prints the keys of features that can probably be removed.",
      },
    ],

    options: [stateOption, staleOption, tagOption],
    positionals: [],
    work: async ({ given, place: { api, gatehouse, environment } }) => {
      const state = given.valueOf(stateOption);
      const isStaleOnly = given.valueOf(staleOption);
      const tags = given.valueOf(tagOption);
      const features = await api.features();
      const details = await routeOrNull(gatehouse.details());
      if (details === null && (isStaleOnly || tags.length > 0)) {
        throw new CommandRefusal("this server does not know tags, or which features look finished");
      }
      const byKey = new Map(details?.map((each) => [each.key, each]));
      return {
        environment: await environment(),
        features: features
          .map((feature) => detailed(feature, byKey.get(feature.key)))
          .filter(
            (feature) =>
              (state === undefined || feature.state === state) &&
              (!isStaleOnly || feature.details?.stale === true) &&
              tags.every((tag) => feature.details?.tags.includes(tag) === true),
          ),
      };
    },
    text: listText,
  });
}

export function detailed(
  feature: FeatureAnswer,
  found: FeatureDetails | undefined,
): DetailedFeature {
  if (found === undefined) {
    return { ...feature, details: null };
  }
  const { key: _key, state: _state, ...details } = found;
  return { ...feature, details };
}

function listText({ features }: FeatureList, { columns, paint, where }: Layout): string {
  if (features.length === 0) {
    return `no features ${where}\n`;
  }
  const table = textTableOfFilled(
    ["FEATURE", "STATE", "OPEN FOR", "TAGS", "LOOKS FINISHED"],
    features.map((feature) => [
      feature.key,
      feature.state,
      openFor(feature),
      feature.details?.tags.join(", ") ?? "",
      feature.details?.stale === true ? "yes" : "",
    ]),
    columns,
    (text, row, column) => {
      const state = features[row]?.state;
      return column === 1 && state !== undefined ? paint(styleOfState(state), text) : text;
    },
  );
  return `${table}${counted(features.length, "feature")} ${where}\n`;
}
