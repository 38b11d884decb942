import type { OutputOf } from "../administration/administration-operations.ts";
import { optional } from "../config/option.ts";
import { oneOf } from "../config/parse.ts";
import { longevities } from "../model/feature.ts";
import {
  type AdministerAt,
  administrationCommand,
  projectOption,
  textOption,
} from "./administration-subcommand.ts";
import { textAt } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { columns } from "./text-layout.ts";
import { moment, printable } from "./text-table.ts";

const name = { placeholder: "NAME", description: "The feature's name." };
const description = textOption({
  flag: "description",
  placeholder: "TEXT",
  description: "What the feature is for; empty takes the description away.",
});
const longevity = optional({
  flag: "longevity",
  placeholder: "LONGEVITY",
  description: "How long the feature is meant to stay: temporary, permanent or none.",
  parse: oneOf(...longevities, "none"),
});
const tags = textOption({
  flag: "tags",
  placeholder: "TAG,...",
  description: "All its tags, between commas; empty takes them away.",
});
const owner = textOption({
  flag: "owner",
  placeholder: "EMAIL",
  description: "The member who answers for the feature, or none.",
});

/** `gatehouse feature …`: what people say about features (SPEC.md 2.10). */
export function featureCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "feature",
    summary: "Describes features.",
    commands: [describeCommand(administerAt)],
  };
}

function describeCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "describe",
    summary: "Describes a feature in what is given, and shows the description.",
    operation: "feature.describe",
    options: [description, longevity, tags, owner, projectOption],
    positionals: [name],
    input: (given) => ({
      name: textAt(given, 0),
      description: unless("", given.valueOf(description)),
      longevity: unless("none", given.valueOf(longevity)),
      tags: given
        .valueOf(tags)
        ?.split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
      owner: unless("none", given.valueOf(owner)),
      project: given.valueOf(projectOption),
    }),
    text: descriptionText,
  });
}

/** Null for the word that takes something away. */
function unless<Word extends string, Value extends string>(
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

function descriptionText(feature: OutputOf<"feature.describe">): string {
  const rows: [string, string][] = [
    ["description", feature.description ?? "none"],
    ["longevity", feature.longevity ?? "none"],
    ["tags", feature.tags.length === 0 ? "none" : feature.tags.join(", ")],
    ["owner", feature.owner ?? "none"],
    ["creator", feature.creator ?? "unknown"],
    ["created", moment(feature.created_at)],
  ];
  const lines = (text: string) => text.split("\n").map(printable).join("\n");
  const shown = rows.map(([title, text]) => [title, lines(text)] as const);
  return `${printable(feature.key)}\n${columns(shown)}\n`;
}
