import type { PostgresConnections } from "./postgres-connection.ts";

/** The one lease of an installation, where all of its processes find it. */
export interface LeaseTable {
  /**
   * Takes or renews the lease for `leaseMs` milliseconds, unless another process has it. Resolves
   * with whether it is this holder's. Rejects if the answer does not arrive in half of that time.
   */
  take(holder: string, leaseMs: number): Promise<boolean>;

  /** Ends the lease if it is this holder's. Rejects if that is not known soon. */
  release(holder: string): Promise<void>;

  close(): Promise<void>;
}

/** A release must not delay the end of the process. */
const releaseMsMax = 200;

/**
 * A row with the clock of the database.
 *
 * Each attempt is one statement, so poolers cause no problems, and no process holds a lock. Earlier
 * versions had an advisory lock, which a frozen process kept. This version takes none, so during an
 * upgrade one server of each version may lead (docs/decisions.md#shared-databases).
 */
export class PostgresLeaseTable implements LeaseTable {
  readonly #connections: PostgresConnections;

  /** The connections are closed with the table. */
  constructor(connections: PostgresConnections) {
    this.#connections = connections;
  }

  /**
   * If the row is missing, or ends later than any renewal sets it, another process may still hold
   * the lease. This happens after the database's clock was set back. Then the lease is free only
   * when that process must have lost it.
   */
  async take(holder: string, leaseMs: number): Promise<boolean> {
    const rows = await this.#connections.run(
      (client) => client<{ readonly is_ours: boolean }[]>`
        with asked as (
          select ${holder}::uuid as holder,
            make_interval(secs => ${leaseMs}::float8 / 1000) as lease
        ), added as (
          insert into leader (id, holder, ends_at)
          select 1, gen_random_uuid(), clock_timestamp() + lease from asked
          on conflict (id) do nothing
        )
        update leader
        set holder = case when leader.ends_at > clock_timestamp() + 2 * asked.lease
            then leader.holder else asked.holder end,
          ends_at = clock_timestamp() + asked.lease
        from asked
        where leader.id = 1 and (leader.holder = asked.holder
          or leader.ends_at <= clock_timestamp()
          or leader.ends_at > clock_timestamp() + 2 * asked.lease)
        returning leader.holder = asked.holder as is_ours`,
      leaseMs / 2,
    );
    return rows[0]?.is_ours === true;
  }

  async release(holder: string): Promise<void> {
    await this.#connections.runOnce(
      (client) => client`
        update leader set ends_at = clock_timestamp() where id = 1 and holder = ${holder}::uuid`,
      releaseMsMax,
    );
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}
