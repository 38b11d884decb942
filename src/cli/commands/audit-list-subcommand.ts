import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { optionalOption, optionWithDefault } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { AuditAnswer, PublicAuditPage, shownAudit } from "../answers/audit-answers.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { nameList } from "../api-client/public-api-client.ts";
import {
  type AuditPageQuery,
  auditFeatures,
  auditFilters,
  auditPageMax,
  auditQuery,
  parseAuditId,
} from "../options/audit-options.ts";
import { givenOnly } from "../options/given-only.ts";
import { parseTime } from "../options/parse-time.ts";
import { counted, shortened } from "../output/counted-text.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { tableOf } from "../output/text-table.ts";
import { warnOfUnknownFeatures } from "../output/unknown-features.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import type { ApiSenders, Target } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";

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
    summary: "Lists who changed what, the latest change first.",
    examples: [
      {
        line: "gatehouse audit list search --since 1d",
        text: "Lists the changes of a feature in the last 24 hours.",
      },
      {
        line: "gatehouse audit list --by token:3 --limit 10 --json",
        text: "Prints the latest changes of a token as JSON.",
      },
    ],

    options: [
      auditFilters.action,
      auditFilters.by,
      auditFilters.text,
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
        ...auditQuery(given, place),
        ...givenOnly({
          before: given.valueOf(beforeOption),
          from: given.valueOf(sinceOption),
          to: given.valueOf(untilOption),
        }),
      };
      const count = given.valueOf(limitOption);
      const list = await adminOrPublic(
        () => ownAudits(place, query, count),
        () => publicAudits(place, given.positionals, query, count),
      );
      // A deleted feature still has audits, so only keys without an audit may be misspelt.
      const listed = new Set(list.audits.map(({ target }) => target.key));
      const others = [...new Set(given.positionals)].filter((key) => !listed.has(key));
      await warnOfUnknownFeatures(call, others);
      return list;
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

async function ownAudits(
  { admin, at }: Target,
  query: AuditPageQuery,
  count: number,
): Promise<AuditList> {
  const audits: AuditAnswer[] = [];
  let { before } = query;
  while (audits.length < count) {
    const page: AnswerOf<"GET /environments/:environment/audits"> = await admin.call(
      "GET /environments/:environment/audits",
      {
        params: at,
        query: {
          ...query,
          ...givenOnly({ before }),
          limit: Math.min(auditPageMax, count - audits.length),
        },
      },
    );
    audits.push(...page.audits.map(shownAudit));
    if (page.next === null) {
      break;
    }
    before = page.next;
  }
  return { environment: admin.environment, audits };
}

/** The audits of a server without audit ids, which filters by feature only. */
async function publicAudits(
  { api }: Target,
  keys: readonly string[],
  { keys: _, ...filters }: AuditPageQuery,
  count: number,
): Promise<AuditList> {
  if (Object.values(filters).some((filter) => filter !== undefined)) {
    throw new CommandRefusal("this server filters audits by feature only");
  }
  const audits: AuditAnswer[] = [];
  const list = keys.length === 0 ? "" : `&keys=${nameList(keys)}`;
  const per = Math.min(auditPageMax, count);
  for (let page: number | null = 1; page !== null && audits.length < count; ) {
    const answer: Static<typeof PublicAuditPage> = await api.get(
      `/audits?page=${page}&per_page=${per}${list}`,
      PublicAuditPage,
    );
    audits.push(...answer.audits.map((audit) => ({ id: null, ...audit, reason: null, links: [] })));
    page = answer.pagination.next;
  }
  return { environment: null, audits: audits.slice(0, count) };
}

/** Only if a change has a reason. */
const whyColumn = [
  "WHY",
  ({ reason }: AuditList["audits"][number]) => shortened(reason ?? ""),
] as const;

function auditTable({ audits }: AuditList, { columns, where }: Layout): string {
  if (audits.length === 0) {
    return `no audits ${where}\n`;
  }
  const hasReasons = audits.some(({ reason }) => reason !== null);
  const table = tableOf(columns, audits, [
    ["ID", ({ id }) => id ?? "-"],
    ["TIME (UTC)", ({ created_at: time }) => secondsOf(time)],
    ["BY", ({ actor }) => authorOf(actor)],
    ["ACTION", ({ action }) => action],
    ["FEATURE", ({ target }) => target.key],
    ["VALUE", ({ value }) => shortened(value ?? "")],
    ...(hasReasons ? [whyColumn] : []),
  ]);
  return `${table}${counted(audits.length, "audit")} ${where}\n`;
}

/** A timestamp without milliseconds and zone: `2026-01-31 23:59:01`. */
export function secondsOf(timestamp: string): string {
  return timestamp.slice(0, "2000-01-01T00:00:00".length).replace("T", " ");
}

/** `token 3`, `user 1`: the id in the lists of tokens and members. */
export function authorOf({ type, id }: AuditAnswer["actor"]): string {
  return `${type.toLowerCase()} ${id}`;
}
