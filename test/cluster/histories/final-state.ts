import { SQL } from "bun";
import { listPath, registerKeys, valueIn, valuesOf } from "./history-clients.ts";
import type { HistoryCluster, NamedNode } from "./history-cluster.ts";
import type { BookTotals, FinalState, LogEntry, RecordedSubmission } from "./recorded-history.ts";
import { RegisterLog } from "./register-log.ts";

const agreeMsMax = 60_000;
const booksPerRequest = 100;

/** The audit log, and what each node shows, as soon as the nodes show the end of the log. */
export async function finalState(
  cluster: HistoryCluster,
  submissions: readonly RecordedSubmission[],
): Promise<{ readonly log: readonly LogEntry[]; readonly finals: readonly FinalState[] }> {
  const books = [...new Set(submissions.map(({ book }) => book))];
  const until = performance.now() + agreeMsMax;
  for (;;) {
    const finals = await Promise.all(cluster.nodes.map((named) => finalOf(named, books)));
    const log = await auditLog(cluster.url);
    if (performance.now() > until || finals.every((final) => isLatest(final, log))) {
      return { log, finals };
    }
    await Bun.sleep(100);
  }
}

function isLatest({ values }: FinalState, entries: readonly LogEntry[]): boolean {
  const log = new RegisterLog({ writes: [], log: entries });
  return log.keys.every((key) => log.find(values.get(key) ?? "") === log.latest(key));
}

async function auditLog(url: string): Promise<readonly LogEntry[]> {
  await using sql = new SQL(url, { max: 1 });
  const rows: readonly { sequence: number; key: string; value: string | null }[] = await sql`
    select sequence::integer, feature_key as key, value from audits
    where environment_id = 1 order by sequence`;
  const registers = new Set(registerKeys);
  return rows.map(({ sequence, key, value }) => ({
    sequence,
    key,
    value: registers.has(key) && value !== null ? valueOfAudit(value) : null,
  }));
}

function valueOfAudit(value: string): string | null {
  return valueIn(JSON.parse(value));
}

async function finalOf({ name, node }: NamedNode, books: readonly string[]): Promise<FinalState> {
  const answer = await node.send(listPath);
  const text = await answer?.text();
  return {
    node: name,
    values: new Map(answer?.status === 200 ? valuesOf(text ?? "", registerKeys) : []),
    books: await totalsOf({ name, node }, books),
  };
}

async function totalsOf(
  { node }: NamedNode,
  books: readonly string[],
): Promise<ReadonlyMap<string, BookTotals>> {
  const totals = new Map<string, BookTotals>();
  for (let first = 0; first < books.length; first += booksPerRequest) {
    const keys = books.slice(first, first + booksPerRequest).join(",");
    const answer = await node.send(`/telemetry/summary?days=2&keys=${keys}`);
    const summary: { readonly features: readonly BookSummary[] } = JSON.parse(
      (await answer?.text()) ?? "",
    );
    for (const { key, summary: counts } of summary.features) {
      totals.set(key, counts);
    }
  }
  return totals;
}

interface BookSummary {
  readonly key: string;
  readonly summary: BookTotals;
}
