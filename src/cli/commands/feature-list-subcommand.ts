import { type Static, Type } from "@sinclair/typebox";
import { listOption, optionalOption, switchOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { counted } from "../output/counted-text.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { openFor, styleOfState } from "../output/gate-text.ts";
import { textTableOfFilled } from "../output/text-table.ts";
import { answeredEnvironment } from "../targets/admin-or-public.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";
import { DetailedFeature, readFeatures } from "../targets/read-features.ts";

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
    work: async ({ given, place }) => {
      const state = given.valueOf(stateOption);
      const isStaleOnly = given.valueOf(staleOption);
      const tags = given.valueOf(tagOption);
      const { features, hasDetails } = await readFeatures(place);
      if (!hasDetails && (isStaleOnly || tags.length > 0)) {
        throw new CommandRefusal("this server does not know tags, or which features look finished");
      }
      return {
        environment: await answeredEnvironment(place),
        features: features.filter(
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

function listText({ features }: FeatureList, { columns, paint, where }: Layout): string {
  if (features.length === 0) {
    return `no features ${where}\n`;
  }
  const table = textTableOfFilled(
    ["FEATURE", "STATE", "ENABLED FOR", "TAGS", "LOOKS FINISHED"],
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
