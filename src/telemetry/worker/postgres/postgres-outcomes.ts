import type { SQL } from "bun";
import type { GuardMinute } from "../../../core/guards/guard-minute.ts";
import type { PostgresConnections } from "../../../storage/postgres/database/postgres-connection.ts";
import { countMax } from "../../messages/counts.ts";
import type { OutcomeTotal } from "../../messages/guard-call.ts";
import type { Catalog } from "../counting/catalog.ts";
import type { OutcomeSum } from "../counting/outcome-sums.ts";
import { packGuardMinute, unpackGuardMinute } from "../counting/packed-guard-minute.ts";
import {
  guardMinuteDays,
  outcomeDays,
  retentionStart,
  rollupBoundariesAt,
} from "../counting/retention-windows.ts";
import type { OutcomeStore } from "../port/outcome-store.ts";
import {
  deleteGuardMinutes,
  deleteHours,
  deleteMinutes,
  environmentsWithOutcomes,
  oldRollouts,
} from "./deleted-outcomes.ts";
import { plainArray, storedText, textArray, textOfStored } from "./stored-text.ts";

interface OutcomeRow extends Pick<OutcomeSum, "name" | "result" | "minute"> {
  /** The counts, with commas between them. */
  readonly buckets: string;
}

/** Outcomes in PostgreSQL. Any node may do the housekeeping, also several at once. */
export class PostgresOutcomes implements OutcomeStore {
  readonly #connections: PostgresConnections;

  constructor(connections: PostgresConnections) {
    this.#connections = connections;
  }

  async read(environmentId: number, key: string, fromMinute: number, toMinute: number) {
    const rows = await this.#connections.run(
      (client) => client<OutcomeRow[]>`
        select name, result, minute, array_to_string(buckets, ',') as buckets
        from telemetry_outcomes
        where environment_id = ${environmentId}::bigint and key = ${storedText(key)}
          and minute >= ${fromMinute}::integer and minute < ${toMinute}::integer
        order by minute`,
    );
    return rows.map(({ buckets, ...row }) => ({
      ...{ ...row, environmentId, key },
      counts: buckets.split(",").map(Number),
    }));
  }

  async totals(environmentId: number, names: readonly string[], fromMinute: number) {
    const rows = await this.#connections.run(
      (client) => client<OutcomeTotal[]>`
        select name, key, result, least(sum(total), ${countMax}::bigint)::float8 as total,
          least(sum(errors), ${countMax}::bigint)::float8 as errors
        from (
          select environment_id, name, key, result, minute, total, errors from telemetry_outcomes
          union all
          select environment_id, name, key, result, start, total, errors
          from telemetry_outcome_hours) as o
        where environment_id = ${environmentId}::bigint and minute >= ${fromMinute}::integer
          and name = any(${textArray(names)}::text::text[])
        group by 1, 2, 3`,
    );
    return rows.map((row) => ({ ...row, key: textOfStored(row.key) }));
  }

  async guardMinutes(rolloutId: number, guard: string, fromMinute: number, toMinute: number) {
    const rows = await this.#connections.run(
      (client) => client<{ readonly minute: number; readonly counts: Uint8Array }[]>`
        select minute, counts from telemetry_guard_minutes
        where rollout_id = ${rolloutId}::bigint and guard = ${guard}
          and minute >= ${fromMinute}::integer and minute < ${toMinute}::integer
        order by minute`,
    );
    return rows.map(({ minute, counts }) => unpackGuardMinute(minute, counts));
  }

  async saveGuardMinutes(rolloutId: number, guard: string, minutes: readonly GuardMinute[]) {
    const counts = minutes.map((minute) => Buffer.from(packGuardMinute(minute)).toString("hex"));
    await this.#connections.run(
      (client) => client`
        insert into telemetry_guard_minutes
        select ${rolloutId}::bigint, ${guard}, m.minute, decode(m.counts, 'hex')
        from unnest(${plainArray(minutes.map(({ minute }) => minute))}::text::integer[],
          ${plainArray(counts)}::text::text[]) as m(minute, counts)
        on conflict do nothing`,
    );
  }

  /** Rolls up and deletes what is due. */
  async housekeeping(dataMs: number, catalog: Catalog): Promise<void> {
    const { minutesFrom } = rollupBoundariesAt(dataMs);
    const hoursFrom = retentionStart(dataMs, outcomeDays);
    const guardsFrom = retentionStart(dataMs, guardMinuteDays);
    await this.#connections.run(
      (client) => client`
        with old as (
          delete from telemetry_outcomes where minute < ${minutesFrom}::integer returning *)
        insert into telemetry_outcome_hours as t
          (environment_id, name, key, result, start, total, errors)
        select environment_id, name, key, result, minute - minute % 60,
          least(sum(total), ${countMax}::bigint)::bigint,
          least(sum(errors), ${countMax}::bigint)::bigint
        from old group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (environment_id, name, key, result, start) do update set
          total = least(t.total + excluded.total, ${countMax}::bigint),
          errors = least(t.errors + excluded.errors, ${countMax}::bigint)`,
    );
    await this.#connections.run(
      (client) => client`delete from telemetry_outcome_hours where start < ${hoursFrom}::integer`,
    );
    const old = await this.#connections.run((client) => oldRollouts(client, guardsFrom));
    await this.#inSteps((client) => deleteGuardMinutes(client, old));
    await this.removeUnknown(catalog);
  }

  /** Removes outcomes of environments that do not exist. Another node may know ones that this one does not know yet. */
  async removeUnknown(catalog: Catalog): Promise<void> {
    const found = await this.#connections.run(environmentsWithOutcomes);
    const unknown = found.filter(
      (id) => !catalog.hasEnvironment(id) && id <= catalog.newestEnvironmentId,
    );
    await this.#inSteps((client) => deleteMinutes(client, unknown));
    await this.#inSteps((client) => deleteHours(client, unknown));
  }

  /** Repeats a deletion of some rows, each time in its own transaction, until there are none. */
  async #inSteps(deleteSome: (client: SQL) => Promise<number>): Promise<void> {
    while ((await this.#connections.run(deleteSome)) > 0) {
      // The next rows.
    }
  }
}
