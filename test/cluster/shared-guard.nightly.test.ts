import { beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import {
  isPostgresMissing,
  type PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { outcomeOf, outcomeSubmission } from "../telemetry/outcomes.ts";
import { enable, eventually, everyNode, isFound, shell } from "./asked-nodes.ts";
import { TestedNode } from "./cluster-nodes.ts";

/**
 * Servers date by `clock_timestamp()` of the database. This one is found before PostgreSQL's own, so
 * that a test does not wait until a minute is over.
 */
const movableClock = (database: string) => `
  create table public.clock_moved (by interval not null);
  insert into public.clock_moved values ('0 s');
  create function public.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + by from public.clock_moved';
  alter database "${database}" set search_path = public, pg_catalog`;

/** Of 16 buckets with 100 outcomes each, so many errors and up to two more. */
const outcomesWith = (result: boolean, errors: number) =>
  outcomeOf(
    "checkout",
    "search",
    result,
    Object.fromEntries(
      Array.from({ length: 16 }, (_, bucket) => [bucket, [100, errors + (bucket % 3)]]),
    ),
  );

async function submit(node: TestedNode): Promise<void> {
  const body = outcomeSubmission([outcomesWith(true, 30), outcomesWith(false, 1)]);
  const sent = { method: "POST", body: JSON.stringify(body) };
  expect((await node.send("/gatehouse/outcomes", sent))?.status).toBe(202);
}

/** Whether a feature is enabled for half of the actors. */
const isHalf = (text: string) =>
  /"percentage_of_actors","value":"?50"?/.test(text.replaceAll(/\s/g, ""));

describe.skipIf(isPostgresMissing)("two servers that share a database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  test("add up the outcomes of both, and a guard alarms and returns the gates once", async () => {
    const url = await postgres.database();
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe(movableClock(new URL(url).pathname.slice(1)));
    await shell(url, "feature", "create", "search");
    await shell(url, "rollout", "start", "search", "--steps", "50%/1d", "--guard", "checkout");
    await using north = await TestedNode.start({ postgres, url, name: "north" });
    await using south = await TestedNode.start({ postgres, url, name: "south" });
    const nodes = [north, south];
    await everyNode(nodes, "/gatehouse/watched", (_, text) => text.includes('"search"'));
    await everyNode(nodes, "/features/search", (_, text) => isHalf(text));
    /** Moves the clock to a second of the next minute; the answers of commits have its time. */
    const nextMinute = async (second: number) => {
      await sql`update clock_moved set by = by + make_interval(secs =>
        60 + ${second}::integer - extract(second from public.clock_timestamp())::float8)`;
      for (const node of nodes) {
        await enable(node, crypto.randomUUID());
      }
    };
    // The first minute only shows the usual rate.
    for (let minute = 0; minute < 2; minute++) {
      await nextMinute(0);
      await Promise.all([...nodes, ...nodes].map(submit));
    }
    await nextMinute(16);
    const acts = async (): Promise<readonly { kind: string; data?: unknown }[]> => {
      const rows: { body: string }[] = await sql`select body from acts order by n`;
      return rows
        .map(({ body }) => JSON.parse(body))
        .filter(({ kind }) => /^(?:guard|rollout)\./.test(kind));
    };
    await eventually(async () => (await acts()).some(({ kind }) => kind === "rollout.stopped"));
    await everyNode(nodes, "/features/search", (status, text) => isFound(status) && !isHalf(text));
    const found = await acts();
    expect(found.map(({ kind }) => kind)).toEqual([
      ...["rollout.started", "rollout.stepped", "guard.alarm", "rollout.stopped"],
    ]);
    // What both servers got: 2 * 2 * 2 submissions of 1,600 outcomes.
    expect(JSON.stringify(found[2])).toContain('"total":12800');
    const audits: { value: string | null }[] = await sql`
      select value from audits where feature_key = 'search' order by sequence`;
    expect(audits.filter(({ value }) => value === "50")).toHaveLength(1);
    expect(audits).toHaveLength(3);
  }, 120_000);
});
