import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Arguments } from "../../config/arguments.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { ConfigError } from "../../config/config-error.ts";
import { dataLocationOptions } from "../../config/data-location.ts";
import { optionalOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { longevities } from "../../core/model/feature.ts";
import { printable } from "../../core/text/printable.ts";
import { linesPattern, listedPattern } from "../../core/text/text-patterns.ts";
import { orNull, Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption, projectOption, textOption } from "../options/common-options.ts";
import { parseFeatureKey } from "../options/feature-key-argument.ts";
import { givenOnly } from "../options/given-only.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { twoColumns } from "../output/text-layout.ts";
import { formatMinute } from "../output/text-table.ts";
import { type Subcommand, tableColumns } from "../subcommand.ts";
import { type ApiSenders, openTarget, type Target } from "../targets/api-target.ts";
import { namingUnknownFeature } from "../targets/read-features.ts";
import { targetSubcommand } from "../targets/target-subcommand.ts";

const nameArgument = {
  placeholder: "NAME",
  description: "The feature's name.",
  completion: "features" as const,
};
/** The same limits as in the Admin API. */
const descriptionLengthMax = 2_000;
const tagLengthMax = 50;
const tagsMax = 20;
const Tag = Type.String({ pattern: listedPattern });
const Description = Type.String({ pattern: linesPattern });

const description = optionalOption({
  flag: "description",
  placeholder: "TEXT",
  description: "What the feature is for; an empty text removes the description.",
  parse: (value) =>
    value === "" || (value.length <= descriptionLengthMax && Value.Check(Description, value))
      ? { value }
      : { reason: `must be a text of 1 to ${descriptionLengthMax} characters` },
});
const longevity = optionalOption({
  flag: "longevity",
  placeholder: "LONGEVITY",
  description: "The planned lifetime of the feature: temporary, permanent or none.",
  parse: parseOneOf(...longevities, "none"),
});
const tags = textOption({
  flag: "tags",
  placeholder: "TAG,...",
  description: "All tags of the feature, separated by commas; an empty text removes them.",
});
const owner = textOption({
  flag: "owner",
  placeholder: "EMAIL",
  description: "The e-mail address of the member who owns the feature, or none.",
});

/** The output of `--json`. */
const DescribedFeature = Type.Object({
  key: Type.String(),
  description: orNull(Type.String()),
  longevity: orNull(Type.Union(longevities.map((each) => Type.Literal(each)))),
  tags: Type.Array(Type.String()),
  owner: orNull(Type.String({ description: "an e-mail address" })),
  creator: orNull(Type.String({ description: "an e-mail address" })),
  created_at: Timestamp,
});

type DescribedFeature = Immutable<Static<typeof DescribedFeature>>;

/**
 * `gatehouse feature describe` (docs/cli.md#feature-describe). Descriptions belong to the project, so it
 * takes no environment.
 */
export function featureDescribeSubcommand(senders: ApiSenders): Subcommand {
  return targetSubcommand(senders, ({ given }, visible) => openTarget(given, visible), {
    name: "describe",
    summary: "Changes the given details of a feature, and shows all of them.",
    examples: [
      {
        line: 'gatehouse feature describe search --description "The new search" --longevity temporary',
        text: "Describes a feature, and marks it as temporary.",
      },
      {
        line: "gatehouse feature describe search",
        text: "Changes nothing, and shows the details.",
      },
    ],

    json: DescribedFeature,
    options: [
      ...[description, longevity, tags, owner, projectOption, jsonOption, ...dataLocationOptions],
      ...[clientSettings.url, clientSettings.token, clientSettings.basicAuth],
    ],
    positionals: [nameArgument],
    work: ({ given, place }) => {
      const key = positionalValue(given, 0, nameArgument, parseFeatureKey);
      return describe(place, key, changesOf(given));
    },
    text: (described, output) => descriptionText(described, tableColumns(output)),
  });
}

async function describe(
  place: Target,
  key: string,
  changes: ReturnType<typeof changesOf>,
): Promise<DescribedFeature> {
  const { feature } = await namingUnknownFeature(place, key, () =>
    place.admin.call("PATCH /environments/:environment/features/:key", {
      params: { ...place.at, key },
      query: place.in,
      body: changes,
    }),
  );
  return {
    key: feature.key,
    description: feature.description,
    longevity: feature.longevity,
    tags: feature.tags,
    owner: feature.owner?.email ?? null,
    creator: feature.creator?.email ?? null,
    created_at: toTimestamp(feature.createdAt),
  };
}

/** Only the given details. Throws a ConfigError for invalid tags. */
function changesOf(given: Arguments) {
  const names = given.valueOf(tags);
  return givenOnly({
    description: nullIfWord("", given.valueOf(description)),
    longevity: nullIfWord("none", given.valueOf(longevity)),
    owner: nullIfWord("none", given.valueOf(owner)),
    tags: names === undefined ? undefined : tagsIn(names),
  });
}

function tagsIn(text: string): string[] {
  const names = text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  const areValid = names.every((tag) => tag.length <= tagLengthMax && Value.Check(Tag, tag));
  if (names.length > tagsMax || !areValid) {
    throw new ConfigError(
      `--tags must be at most ${tagsMax} tags of 1 to ${tagLengthMax} characters, without commas ` +
        "or spaces at either end",
    );
  }
  return names;
}

/** Null for the word that removes the value. */
function nullIfWord<Word extends string, Value extends string>(
  word: Word,
  value: Value | undefined,
): Exclude<Value, Word> | null | undefined {
  return value === undefined ? undefined : isOther(word, value) ? value : null;
}

function isOther<Word extends string, Value extends string>(
  word: Word,
  value: Value,
): value is Exclude<Value, Word> {
  return String(value) !== String(word);
}

function descriptionText(feature: DescribedFeature, columns: number): string {
  const rows: [string, string][] = [
    ["description", feature.description ?? "none"],
    ["longevity", feature.longevity ?? "none"],
    ["tags", feature.tags.length === 0 ? "none" : feature.tags.join(", ")],
    ["owner", feature.owner ?? "none"],
    ["creator", feature.creator ?? "unknown"],
    ["created", formatMinute(feature.created_at)],
  ];
  const lines = (text: string) => text.split("\n").map(printable).join("\n");
  const shown = rows.map(([title, text]) => [title, lines(text)] as const);
  return `${printable(feature.key)}\n${twoColumns(shown, columns)}\n`;
}
