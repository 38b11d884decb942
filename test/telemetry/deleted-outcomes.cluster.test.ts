import { expect, test } from "bun:test";
import { SQL } from "bun";
import {
  deleteGuardMinutes,
  deleteHours,
  deleteMinutes,
  environmentsWithOutcomes,
  oldRollouts,
} from "../../src/telemetry/worker/postgres/deleted-outcomes.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { postgresSettings } from "./postgres-telemetry-medium.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

/** Three guards of two rollouts, each with two days of minutes; the second goes on. */
const fill = `
  insert into telemetry_guard_minutes
    select r.id, r.guard, m + r.since, '\\x00' from generate_series(1, 2880) m,
      (values (7, 'checkout', 0), (7, 'login', 100), (8, 'checkout', 5000)) r(id, guard, since);
  insert into telemetry_outcomes
    select e, 'search', m, 'checkout', true, 1, 0, '{}' from unnest('{2,9}'::int[]) e, generate_series(1, 2500) m;
  insert into telemetry_outcome_hours
    select e, 'checkout', 'search', true, m, 1, 0 from unnest('{2,5}'::int[]) e, generate_series(1, 2500) m;
  analyze telemetry_guard_minutes, telemetry_outcomes, telemetry_outcome_hours`;

test.skipIf(isPostgresMissing)(
  "old minutes of guards, and outcomes of environments, are found by few rows and removed in steps",
  async () => {
    const url = await database();
    await createTables(url);
    await using client = new SQL(url, { max: 1 });
    await client.unsafe(fill);
    const readBefore = await rowsRead(client);
    expect(await oldRollouts(client, 4_000)).toEqual([7]);
    expect((await environmentsWithOutcomes(client)).toSorted()).toEqual([2, 5, 9]);
    expect((await rowsRead(client)) - readBefore).toBeLessThan(100);
    const steps = async (deleteSome: () => Promise<number>) => {
      const counts = [await deleteSome()];
      while (counts.at(-1) !== 0) {
        counts.push(await deleteSome());
      }
      return counts;
    };
    expect(await steps(() => deleteGuardMinutes(client, [7]))).toEqual([2_000, 2_000, 1_760, 0]);
    expect(await steps(() => deleteMinutes(client, [2, 5]))).toEqual([2_000, 500, 0]);
    expect(await steps(() => deleteHours(client, [2, 5]))).toEqual([2_000, 2_000, 1_000, 0]);
    expect(await oldRollouts(client, 4_000)).toEqual([]);
    expect(await oldRollouts(client, 9_000)).toEqual([8]);
    expect(await environmentsWithOutcomes(client)).toEqual([9]);
  },
);

/** The worker ends here: it would delete the old rows of the test, too. */
async function createTables(url: string): Promise<void> {
  await using _ = await TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: Date.now,
    telemetry: { worker: postgresSettings(url) },
  });
}

const tables = "{telemetry_guard_minutes,telemetry_outcomes,telemetry_outcome_hours}";

/** Rows of the tables that all statements have read so far. */
async function rowsRead(client: SQL): Promise<number> {
  await client`select pg_stat_force_next_flush()`;
  const [{ rows }] = await client`
    select (select sum(idx_tup_read) from pg_stat_user_indexes where relname = any(${tables}::text[]))::integer
      + (select sum(seq_tup_read) from pg_stat_user_tables where relname = any(${tables}::text[]))::integer as rows`;
  return rows;
}
