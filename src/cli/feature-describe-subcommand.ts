import type { OutputOf } from "../administration/administration-operations.ts";
import type { Immutable } from "../api-client/immutable.ts";
import type { Arguments } from "../config/arguments.ts";
import { clientSettings } from "../config/client-settings.ts";
import { optionalOption } from "../config/option.ts";
import { parseOneOf } from "../config/value-parsers.ts";
import { longevities } from "../model/feature.ts";
import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  jsonOption,
  projectOption,
  textOption,
} from "./administration-subcommand.ts";
import { type ApiSenders, openPlace, remoteServer } from "./api-place.ts";
import { hintingAtServers, printJson, reportFailures } from "./daily-subcommand.ts";
import { onKnownFeature } from "./known-feature.ts";
import { positionalText } from "./positional-arguments.ts";
import { type Invocation, type Subcommand, tableColumns } from "./subcommand.ts";
import { twoColumns } from "./text-layout.ts";
import { formatMinute } from "./text-table.ts";
import { visibleSenders } from "./visible-senders.ts";

const nameArgument = {
  placeholder: "NAME",
  description: "The feature's name.",
  completion: "features" as const,
};
const description = textOption({
  flag: "description",
  placeholder: "TEXT",
  description: "What the feature is for; an empty text removes the description.",
});
const longevity = optionalOption({
  flag: "longevity",
  placeholder: "LONGEVITY",
  description: "How long the feature is meant to stay: temporary, permanent or none.",
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

/**
 * `gatehouse feature describe` (docs/cli.md#feature-describe). Descriptions belong to the project, so it
 * takes no environment.
 */
export function featureDescribeSubcommand(
  administerAt: AdministerAt,
  senders: ApiSenders,
): Subcommand {
  const local = localSubcommand(administerAt);
  return {
    ...local,
    options: [...local.options, clientSettings.url, clientSettings.token, clientSettings.basicAuth],
    run: (invocation) =>
      remoteServer(invocation.given) === null
        ? hintingAtServers(() => local.run(invocation))
        : describeRemotely(invocation, senders),
  };
}

function localSubcommand(administerAt: AdministerAt): Subcommand {
  return administrationSubcommand(administerAt, {
    name: "describe",
    summary: "Changes the given details of a feature, and shows all of them.",
    examples: [
      {
        line: 'gatehouse feature describe search --description "The new search" --longevity temporary',
        text: "Says what a feature is for, and that it is meant to be removed again.",
      },
      {
        line: "gatehouse feature describe search",
        text: "Changes nothing, and shows the details.",
      },
    ],

    operation: "feature.describe",
    options: [description, longevity, tags, owner, projectOption],
    positionals: [nameArgument],
    input: (given) => ({
      name: positionalText(given, 0),
      ...changesOf(given),
      project: given.valueOf(projectOption),
    }),
    text: descriptionText,
  });
}

function describeRemotely({ given, output }: Invocation, senders: ApiSenders): Promise<number> {
  return reportFailures({ given, output }, 1, async () => {
    const place = await openPlace(given, visibleSenders(senders, given, output));
    const name = positionalText(given, 0);
    const answer = await onKnownFeature(place.api, name, () =>
      place.gatehouse.describe(name, changesOf(given)),
    );
    // The members and their order are those of the command on a data directory.
    const described = {
      key: answer.key,
      description: answer.description,
      longevity: answer.longevity,
      tags: answer.tags,
      owner: answer.owner?.email ?? null,
      creator: answer.creator?.email ?? null,
      created_at: answer.created_at,
    };
    if (given.valueOf(jsonOption)) {
      printJson(output, described);
    } else {
      output.out(descriptionText(described, tableColumns(output)));
    }
    return 0;
  });
}

function changesOf(given: Arguments) {
  return {
    description: nullIfWord("", given.valueOf(description)),
    longevity: nullIfWord("none", given.valueOf(longevity)),
    tags: given
      .valueOf(tags)
      ?.split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    owner: nullIfWord("none", given.valueOf(owner)),
  };
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

type DescribedFeature = Immutable<Omit<OutputOf<"feature.describe">, "longevity">> & {
  readonly longevity: string | null;
};

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
