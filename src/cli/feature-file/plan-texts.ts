import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { printable } from "../../core/text/printable.ts";
import { counted, firstOf, shortened } from "../output/counted-text.ts";
import { expressionText } from "../output/expression-text.ts";

const Names = Type.Array(Type.String(), { description: "At most 100." });

/** What `gatehouse plan --json` prints. */
export const PlanAnswer = Type.Object({
  changes: Type.Array(
    Type.Object({
      key: Type.String(),
      kind: Type.Union([Type.Literal("created"), Type.Literal("changed"), Type.Literal("deleted")]),
      described: Type.Union([
        Type.Object({
          before: Type.Record(Type.String(), Type.Unknown()),
          after: Type.Record(Type.String(), Type.Unknown()),
        }),
        Type.Null(),
      ]),
      environments: Type.Array(
        Type.Object({
          environment: Type.String(),
          pins: Type.Boolean({ description: "Whether it followed Production before." }),
          gates: Type.Array(
            Type.Object({
              gate: Type.String(),
              before: Type.Optional(Type.Unknown()),
              after: Type.Optional(Type.Unknown()),
              added: Type.Optional(Names),
              added_count: Type.Optional(Type.Integer()),
              removed: Type.Optional(Names),
              removed_count: Type.Optional(Type.Integer()),
            }),
          ),
        }),
      ),
    }),
    { description: "Without features that stay as they are." },
  ),
  protected: Type.Array(Type.String(), {
    description: "The environments with changes that need approval.",
  }),
  listed: Type.Integer({ description: "How many features the file lists." }),
});
export type PlanAnswer = Static<typeof PlanAnswer>;
type Change = PlanAnswer["changes"][number];
type GateChange = Change["environments"][number]["gates"][number];

/** The changes as the output has them. */
export function shownChanges(
  changes: AnswerOf<"POST /apply/preview">["changes"],
): PlanAnswer["changes"] {
  return changes.map(({ key, kind, described, environments }) => ({
    ...{ key, kind },
    described:
      described === null
        ? null
        : { before: { ...described.before }, after: { ...described.after } },
    environments: environments.map(({ environment, pins, gates }) => ({
      ...{ environment, pins },
      gates: gates.map((each) =>
        "addedCount" in each
          ? {
              gate: each.gate,
              added: [...each.added],
              added_count: each.addedCount,
              removed: [...each.removed],
              removed_count: each.removedCount,
            }
          : { gate: gateKeys[each.gate], before: each.before, after: each.after },
      ),
    })),
  }));
}

const gateKeys = {
  boolean: "enabled",
  expression: "expression",
  percentageOfActors: "percentage_of_actors",
  percentageOfTime: "percentage_of_time",
} as const;

const marks = { created: "+", changed: "~", deleted: "-" } as const;
const verbs = { created: "create", changed: "change", deleted: "delete" } as const;
const namesMax = 5;

/** The plan for people, such as `~ search`, and below it what changes in each environment. */
export function planText({ changes, protected: protectedSlugs, listed }: PlanAnswer): string {
  if (changes.length === 0) {
    return `no changes: ${counted(listed, "feature")} as declared\n`;
  }
  const lines = changes.flatMap((change) => [
    `${marks[change.kind]} ${printable(change.key)}`,
    ...partsOf(change).map(([where, what]) => `    ${where}: ${what}`),
  ]);
  return `${[...lines, summaryOf(changes), ...protectedLine(protectedSlugs)].join("\n")}\n`;
}

/** The plan for a comment on a pull request. */
export function planMarkdown({ changes, protected: protectedSlugs, listed }: PlanAnswer): string {
  if (changes.length === 0) {
    return `**Gatehouse:** no changes; ${counted(listed, "feature")} as declared.\n`;
  }
  const rows = changes.flatMap((change) => {
    const parts = partsOf(change);
    const all = parts.length === 0 ? [["", change.kind] as const] : parts;
    return all.map(
      ([where, what]) =>
        `| ${marks[change.kind]} | ${cell(change.key)} | ${cell(where)} | ${cell(what)} |`,
    );
  });
  return [
    `**Gatehouse:** ${summaryOf(changes)}`,
    "",
    "| | feature | where | change |",
    "| --- | --- | --- | --- |",
    ...rows,
    ...protectedLine(protectedSlugs).flatMap((line) => ["", line]),
    "",
  ].join("\n");
}

/** What a client chose must stay text in a comment. */
function cell(text: string): string {
  return printable(text).replaceAll(/[\\|`*_[\]<>@#]/g, (mark) => `&#${mark.codePointAt(0)};`);
}

function summaryOf(changes: readonly Change[]): string {
  const counts = (["created", "changed", "deleted"] as const).map(
    (kind) => `${changes.filter((change) => change.kind === kind).length} to ${verbs[kind]}`,
  );
  return `${counted(changes.length, "feature")}: ${counts.join(", ")}`;
}

function protectedLine(slugs: readonly string[]): readonly string[] {
  return slugs.length === 0
    ? []
    : [`protected: ${slugs.join(", ")}; gatehouse apply --request asks for approval`];
}

type Part = readonly [where: string, what: string];

function partsOf({ kind, described, environments }: Change): readonly Part[] {
  if (kind === "deleted") {
    return [["every environment", "deleted"]];
  }
  const facts = Object.keys(described?.after ?? {}).map(
    (name): Part => [
      name,
      `${factText(described?.before[name])} → ${factText(described?.after[name])}`,
    ],
  );
  const gates = environments.map(({ environment, pins, gates: differences }): Part => {
    const what = differences.map(gateText).join("; ");
    return [
      environment,
      pins ? `${what === "" ? "same gates" : what}; no longer as Production` : what,
    ];
  });
  return [...facts, ...gates];
}

function factText(value: unknown): string {
  return Array.isArray(value)
    ? value.length === 0
      ? "none"
      : value.map((each) => printable(String(each))).join(", ")
    : value === null || value === undefined
      ? "none"
      : shortened(printable(String(value)));
}

function gateText({ gate, before, after, ...members }: GateChange): string {
  const { added = [], removed = [], added_count = 0, removed_count = 0 } = members;
  switch (gate) {
    case "enabled":
      return after === true ? "enabled for everyone" : "no longer enabled for everyone";
    case "actors":
    case "groups":
      return [...membersText("+", added, added_count), ...membersText("-", removed, removed_count)]
        .map((text) => `${gate} ${text}`)
        .join("; ");
    case "expression":
      return `expression ${expressionOrNone(before)} → ${expressionOrNone(after)}`;
    default:
      return `${gate.replaceAll("_", " ")} ${before}% → ${after}%`;
  }
}

function membersText(sign: string, names: readonly string[], count: number): readonly string[] {
  const shown = firstOf(names.map(printable), namesMax);
  const more = count > names.length ? `, ${counted(count, "name")} in all` : "";
  return count === 0 ? [] : [`${sign} ${shown}${more}`];
}

function expressionOrNone(value: unknown): string {
  return typeof value === "object" && value !== null
    ? shortened(expressionText({ ...value }))
    : "none";
}
