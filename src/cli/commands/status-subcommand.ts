import { type Static, Type } from "@sinclair/typebox";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment, orNull, Timestamp, timestampOrNull } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { sizeText, withCommas } from "../output/counted-text.ts";
import { twoColumns } from "../output/text-layout.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";

const Status = Type.Object({
  ...inEnvironment,
  kind: Type.String({ description: "The kind of the environment." }),
  version: Type.String(),
  mode: Type.Union([Type.Literal("hosted"), Type.Literal("mountable")]),
  serving: Type.Boolean({ description: "False if no server runs on the data directory." }),
  ready: orNull(Type.Boolean(), "The result of /readyz; null without a server."),
  problems: Type.Array(Type.String(), { description: "Why the server is not ready." }),
  project: Type.String(),
  access: Type.String(),
  revision: Type.Integer(),
  features: Type.Integer(),
  databases: Type.Array(Type.Object({ file: Type.String(), bytes: Type.Integer() })),
  memory_bytes: orNull(Type.Integer(), "The memory of the server; null without one."),
  tokens: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      environment: Type.String(),
      access: Type.String(),
      last_used_at: orNull(Timestamp, "Null if it was never used."),
    }),
  ),
  environments: Type.Array(
    Type.Object({
      slug: Type.String(),
      name: Type.String(),
      kind: Type.String(),
      overrides: Type.Integer({ description: "How many features do not follow Production." }),
    }),
  ),
});
type Status = Immutable<Static<typeof Status>>;

/** `gatehouse status` (docs/cli.md#status). */
export function statusSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: Status,
    name: "status",
    summary:
      "Shows the version, health and sizes of a server or a data directory, and when its tokens were " +
      "last used.",
    examples: [
      {
        line: "gatehouse status",
        text: "Shows the server that uses ./data, or the data if none runs.",
      },
      {
        line: "gatehouse status --url https://toggles.example --json",
        text: "Shows a remote server, with the token in GATEHOUSE_TOKEN.",
      },
    ],

    options: [],
    positionals: [],
    work: async ({ place: { admin, at, in: project } }) => {
      const answer = await admin.call("GET /status", { query: { ...at, ...project } });
      const { environment, memoryBytes, tokens, ...status } = answer;
      return {
        environment: environment.slug,
        kind: environment.kind,
        ...status,
        memory_bytes: memoryBytes,
        tokens: tokens.map(({ lastUsedAt, ...token }) => ({
          ...token,
          last_used_at: timestampOrNull(lastUsedAt),
        })),
      };
    },
    text: statusText,
  });
}

function statusText(status: Status, { columns, paint }: Layout): string {
  const rows: readonly (readonly [string, string])[] = [
    ["version", status.version],
    ["mode", status.mode],
    ["server", serverWords(status, paint)],
    ...status.problems.map((problem) => ["problem", paint("bad", printable(problem))] as const),
    ["project", printable(status.project)],
    ["environment", environmentWords(status)],
    ["access", status.access.replaceAll("_", " ")],
    ["features", withCommas(status.features)],
    ["revision", `${status.revision}, of ${revisionTime(status.revision)}`],
    ...status.databases.map(({ file, bytes }) => [file, sizeText(bytes)] as const),
    ...(status.memory_bytes === null ? [] : [["memory", sizeText(status.memory_bytes)] as const]),
  ];
  return `${twoColumns(rows, columns)}\n${environmentTable(status, columns)}${tokenTable(status, columns)}`;
}

function environmentWords({ environment, kind }: Status): string {
  const slug = printable(environment ?? "");
  return slug === kind ? slug : `${slug} (${kind})`;
}

function serverWords(
  { serving, ready, problems, databases }: Status,
  paint: Layout["paint"],
): string {
  if (!serving) {
    return databases.length === 0
      ? "read from the shared database; gatehouse node list shows its servers"
      : "not running; read from the data directory";
  }
  const health = ready === false || problems.length > 0 ? "bad" : "good";
  const words = ready === false ? "not ready" : problems.length > 0 ? "degraded" : "ready";
  return `running, ${paint(health, words)}`;
}

const microsecondsPerMs = 1_000;

/** A revision is the time of the latest change in microseconds (docs/decisions.md#revisions). */
function revisionTime(revision: number): string {
  return `${formatMinute(new Date(revision / microsecondsPerMs).toISOString())} UTC`;
}

function environmentTable({ environments }: Status, columns: number): string {
  return environments.length < 2
    ? ""
    : `\n${tableOf(columns, environments, [
        ["ENVIRONMENT", ({ slug }) => slug],
        ["NAME", ({ name }) => name],
        ["KIND", ({ kind }) => kind],
        ["OWN FEATURES", ({ overrides }) => overrides],
      ])}`;
}

function tokenTable({ tokens }: Status, columns: number): string {
  return tokens.length === 0
    ? ""
    : `\n${tableOf(columns, tokens, [
        ["TOKEN", ({ id }) => id],
        ["NAME", ({ name }) => name],
        ["ENVIRONMENT", ({ environment }) => environment],
        ["ACCESS", ({ access }) => access],
        [
          "LAST POLL (UTC)",
          ({ last_used_at: lastUsed }) => (lastUsed === null ? "never" : formatMinute(lastUsed)),
        ],
      ])}`;
}
