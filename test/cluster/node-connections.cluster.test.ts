import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { isPostgresMissing, postgresServer } from "../helpers/postgres-server.ts";
import { submission } from "../replication/replica/replica-telemetry.ts";
import { TestedNode } from "./cluster-nodes.ts";

describe.skipIf(isPostgresMissing)("a server with --database-pool", () => {
  test.each([6, 12])(
    "opens at most so many connections: %d",
    async (poolMax) => {
      const postgres = await postgresServer();
      const url = await postgres.database();
      const variables = { GATEHOUSE_DATABASE_POOL: String(poolMax) };
      await using node = await TestedNode.start({ postgres, url, name: "counted", variables });
      await using sql = new SQL(postgres.url("postgres", "postgres"), { max: 1 });
      const counts: number[] = [];
      const count = async () => {
        const [row] = await sql<{ readonly count: number }[]>`
          select count(*)::int4 as count from pg_stat_activity
          where datname = ${new URL(url).pathname.slice(1)}`;
        counts.push(row?.count ?? 0);
      };
      const path = "/telemetry/summary?days=2&keys=search";
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all([
          ...Array.from({ length: 20 }, () => [
            node.send("/features/search/boolean", { method: "POST" }),
            node.send("/telemetry", { method: "POST", body: submission("search", 1) }),
            node.send("/audits"),
            node.send(path),
          ]).flat(),
          count(),
        ]);
        const statuses = answers.flatMap((answer) => answer?.status ?? []);
        expect(statuses.filter((status) => status >= 300)).toEqual([]);
        expect(statuses).toHaveLength(80);
      }
      await count();
      expect(Math.max(...counts)).toBeLessThanOrEqual(poolMax);
      expect(Math.max(...counts)).toBeGreaterThan(4);
    },
    180_000,
  );
});
