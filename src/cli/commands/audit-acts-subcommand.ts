import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { optionalOption, optionWithDefault } from "../../config/option.ts";
import { type ParseResult, parseInteger, parseOneOf } from "../../config/value-parsers.ts";
import { actKinds } from "../../core/model/act.ts";
import { Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { parseSearched } from "../options/audit-options.ts";
import { givenOnly } from "../options/given-only.ts";
import { parseTime } from "../options/parse-time.ts";
import { counted, shortened } from "../output/counted-text.ts";
import { tableOf } from "../output/text-table.ts";
import { type AdminCall, adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { secondsOf } from "./audit-list-subcommand.ts";

const nullableText = Type.Union([Type.String(), Type.Null()]);

const ActJson = Type.Object({
  n: Type.Integer(),
  created_at: Timestamp,
  kind: Type.String(),
  actor: Type.Object({ type: Type.String(), id: nullableText, name: nullableText }),
  environment: Type.Union([Type.Integer(), Type.Null()]),
  details: Type.Record(Type.String(), Type.Unknown()),
  reason: nullableText,
  links: Type.Array(Type.String()),
  hash: Type.String(),
});
type ActJson = Immutable<Static<typeof ActJson>>;

type ActRow = AnswerOf<"GET /acts">["acts"][number];

const actsPerRequest = 250;

const kindOption = optionalOption({
  flag: "kind",
  placeholder: "KIND",
  description: "Only acts of one kind, such as token.created.",
  parse: parseOneOf(...actKinds),
});
const byOption = optionalOption({
  flag: "by",
  placeholder: "AUTHOR",
  description: "Only acts of one author: user:1 for a member, token:3, shell or server.",
  parse: parseAuthor,
});
const textOption = optionalOption({
  flag: "text",
  placeholder: "TEXT",
  description:
    "Only acts with this text in the author's name, the reason, a link or the details, in any letter " +
    "case; people in the details count by their names.",
  parse: parseSearched,
});
const limitOption = optionWithDefault({
  flag: "limit",
  placeholder: "COUNT",
  fallback: "50",
  description: "How many acts to list.",
  parse: parseInteger(1, 10_000),
});

const authorText = /^(?:(user|token):(\d{1,15})|(shell|server))$/;

function parseAuthor(text: string): ParseResult<string> {
  const [, type, id, own] = authorText.exec(text.toLowerCase()) ?? [];
  if (type !== undefined) {
    return { value: `${capitalized(type)}:${id}` };
  }
  return own === undefined
    ? { reason: "must be user:ID, token:ID, shell or server" }
    : { value: capitalized(own) };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `gatehouse audit acts` (docs/cli.md#audit-acts). `now` is in milliseconds since the epoch. */
export function auditActsSubcommand(senders: ApiSenders, now: () => number) {
  const timeOption = (flag: string, description: string) =>
    optionalOption({
      flag,
      placeholder: "TIME",
      description: `${description}: RFC 3339, a date, or how long ago, such as 2h.`,
      parse: parseTime(now),
    });
  const sinceOption = timeOption("since", "Only acts from this time on");
  const untilOption = timeOption("until", "Only acts before this time");
  return adminSubcommand(senders, {
    name: "acts",
    summary: "Lists sign-ins and changes of members, tokens and settings, the latest first.",
    examples: [
      { line: "gatehouse audit acts --since 1d", text: "Lists the acts of the last 24 hours." },
      {
        line: "gatehouse audit acts --kind token.created --by user:1",
        text: "Lists which tokens a member created.",
      },
      { line: "gatehouse audit acts --text OPS-12", text: "Lists the acts that name an issue." },
    ],
    options: [kindOption, byOption, textOption, sinceOption, untilOption, limitOption],
    positionals: [],
    json: Type.Object({ acts: Type.Array(ActJson) }),
    async work(call) {
      const { given } = call;
      const query = givenOnly({
        kind: given.valueOf(kindOption),
        actor: given.valueOf(byOption),
        text: given.valueOf(textOption),
        from: given.valueOf(sinceOption),
        to: given.valueOf(untilOption),
      });
      return { acts: await readActs(call, query, given.valueOf(limitOption)) };
    },
    text: ({ acts }, columns) =>
      acts.length === 0
        ? "no acts\n"
        : `${tableOf(columns, acts, [
            ["N", ({ n }) => n],
            ["TIME (UTC)", ({ created_at: time }) => secondsOf(time)],
            ["BY", ({ actor }) => actor.name ?? actorText(actor)],
            ["ACT", ({ kind }) => kind],
            ["DETAILS", ({ details }) => shortened(JSON.stringify(details))],
            ...whyOf(acts),
          ])}${counted(acts.length, "act")}\n`,
  });
}

/** The column of the reasons, if there are any. */
function whyOf(acts: readonly ActJson[]): readonly (readonly ["WHY", (act: ActJson) => string])[] {
  return acts.some(({ reason }) => reason !== null)
    ? [["WHY", ({ reason }) => shortened(reason?.split("\n")[0] ?? "")]]
    : [];
}

async function readActs(
  { admin }: Pick<AdminCall, "admin">,
  query: object,
  count: number,
): Promise<ActJson[]> {
  const acts: ActJson[] = [];
  let before: number | undefined;
  while (acts.length < count) {
    const limit = Math.min(actsPerRequest, count - acts.length);
    const page: AnswerOf<"GET /acts"> = await admin.call("GET /acts", {
      query: { ...query, ...givenOnly({ before }), limit },
    });
    acts.push(...page.acts.map(actJson));
    if (page.next === null) {
      break;
    }
    before = page.next;
  }
  return acts;
}

function actJson({ at, head: _, ...act }: ActRow): ActJson {
  return { ...act, created_at: toTimestamp(at) };
}

function actorText({ type, id }: ActJson["actor"]): string {
  return id === null ? type.toLowerCase() : `${type.toLowerCase()} ${id}`;
}
