import { type Static, Type } from "@sinclair/typebox";
import { AuditAnswer, PublicAuditPageAnswer } from "../api-client/gatehouse-answers.ts";
import type { AuditPageQuery } from "../api-client/gatehouse-client.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { nameList } from "../api-client/public-api-client.ts";
import { optionalOption, optionWithDefault } from "../config/option.ts";
import { parseInteger } from "../config/value-parsers.ts";
import { inEnvironment } from "./answer-schemas.ts";
import type { ApiSenders, Place } from "./api-place.ts";
import { auditFeatures, auditFilters, auditQuery, parseAuditId } from "./audit-options.ts";
import { counted, shortened } from "./counted-words.ts";
import { type DailyCall, dailySubcommand, type Layout } from "./daily-subcommand.ts";
import { CommandRefusal } from "./failure-words.ts";
import { warnOfUnknownFeatures } from "./known-feature.ts";
import { parseTime } from "./parse-time.ts";
import { routeOrNull } from "./route-or-null.ts";
import { textTable } from "./text-table.ts";

/** The most audits of one request (docs/api.md#audits). */
const pageMax = 250;

const limitOption = optionWithDefault({
  flag: "limit",
  placeholder: "COUNT",
  fallback: "50",
  description: "How many audits to list.",
  parse: parseInteger(1, 10_000),
});
const beforeOption = optionalOption({
  flag: "before",
  placeholder: "AUDIT",
  description: "Only audits before the one with this id.",
  parse: parseAuditId,
});

const AuditList = Type.Object({ ...inEnvironment, audits: Type.Array(AuditAnswer) });
type AuditList = Immutable<Static<typeof AuditList>>;

/** `gatehouse audit list` (docs/cli.md#audit-list). `now` is in milliseconds since the epoch. */
export function auditListSubcommand(senders: ApiSenders, now: () => number) {
  const sinceOption = timeOption("since", "Only audits from this time on");
  const untilOption = timeOption("until", "Only audits before this time");
  return dailySubcommand(senders, {
    json: AuditList,
    name: "list",
    summary: "Lists who changed what, the newest change first.",
    examples: [
      {
        line: "gatehouse audit list search --since 1d",
        text: "Lists the changes of a feature in the last 24 hours.",
      },
      {
        line: "gatehouse audit list --by token:3 --limit 10 --json",
        text: "Prints the last changes that a token made, as JSON.",
      },
    ],

    options: [
      auditFilters.action,
      auditFilters.by,
      sinceOption,
      untilOption,
      beforeOption,
      limitOption,
    ],
    positionals: [auditFeatures],
    repeats: true,
    work: async (call) => {
      const { given, place } = call;
      const query = {
        ...auditQuery(given),
        before: given.valueOf(beforeOption),
        from: given.valueOf(sinceOption),
        to: given.valueOf(untilOption),
      };
      const environment = await place.environment();
      const count = given.valueOf(limitOption);
      const audits =
        (await routeOrNull(ownAudits(place, query, count))) ??
        (await publicAudits(place, query, count));
      await warnOfUnknown(call, audits);
      return { environment, audits };
    },
    text: auditTable,
  });

  function timeOption(flag: string, description: string) {
    return optionalOption({
      flag,
      placeholder: "TIME",
      description: `${description}: RFC 3339, a date, or how long ago by this machine's clock, such as 2h.`,
      parse: parseTime(now),
    });
  }
}

/** A deleted feature has audits, so only what has none in the list may be misspelt. */
async function warnOfUnknown(
  { given, output, place: { api } }: DailyCall,
  audits: readonly AuditAnswer[],
): Promise<void> {
  const listed = new Set(audits.map(({ target }) => target.key));
  const others = [...new Set(given.positionals)].filter((key) => !listed.has(key));
  const known = new Set(others.length === 0 ? [] : await api.keys(others));
  await warnOfUnknownFeatures(
    { output, api },
    others.filter((key) => !known.has(key)),
  );
}

type Query = Omit<AuditPageQuery, "limit">;

async function ownAudits(
  { gatehouse }: Place,
  query: Query,
  count: number,
): Promise<readonly AuditAnswer[]> {
  const audits: AuditAnswer[] = [];
  let { before } = query;
  while (audits.length < count) {
    const limit = Math.min(pageMax, count - audits.length);
    const page = await gatehouse.audits({ ...query, before, limit });
    audits.push(...page.audits);
    if (page.next === null) {
      break;
    }
    before = page.next;
  }
  return audits;
}

/** The audits of a server without ids of audits, which knows no filter but that by feature. */
async function publicAudits(
  { api }: Place,
  { keys, ...filters }: Query,
  count: number,
): Promise<readonly AuditAnswer[]> {
  if (Object.values(filters).some((filter) => filter !== undefined)) {
    throw new CommandRefusal("this server filters audits by feature only");
  }
  const audits: AuditAnswer[] = [];
  const list = keys.length === 0 ? "" : `&keys=${nameList(keys)}`;
  const per = Math.min(pageMax, count);
  for (let page: number | null = 1; page !== null && audits.length < count; ) {
    const answer: {
      readonly audits: readonly Omit<AuditAnswer, "id">[];
      readonly next: number | null;
    } = await publicPage(api, `/audits?page=${page}&per_page=${per}${list}`);
    audits.push(...answer.audits.map((audit) => ({ id: null, ...audit })));
    page = answer.next;
  }
  return audits.slice(0, count);
}

async function publicPage(api: Place["api"], path: string) {
  const { audits, pagination } = await api.get(path, PublicAuditPageAnswer);
  return { audits, next: pagination.next };
}

function auditTable({ audits }: AuditList, { columns, where }: Layout): string {
  if (audits.length === 0) {
    return `no audits ${where}\n`;
  }
  const table = textTable(
    ["ID", "TIME (UTC)", "BY", "ACTION", "FEATURE", "VALUE"],
    audits.map(({ id, created_at: time, actor, action, target, value }) => [
      id ?? "-",
      secondsOf(time),
      authorOf(actor),
      action,
      target.key,
      shortened(value ?? ""),
    ]),
    columns,
  );
  return `${table}${counted(audits.length, "audit")} ${where}\n`;
}

/** A timestamp without milliseconds and zone: `2026-01-31 23:59:01`. */
export function secondsOf(timestamp: string): string {
  return timestamp.slice(0, "2000-01-01T00:00:00".length).replace("T", " ");
}

/** `token 3`, `user 1`: the id with which tokens and members are listed. */
export function authorOf({ type, id }: AuditAnswer["actor"]): string {
  return `${type.toLowerCase()} ${id}`;
}
