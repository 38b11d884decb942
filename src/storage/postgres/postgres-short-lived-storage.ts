import type { SQL } from "bun";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { ShortLivedStorage, TakenCount } from "../short-lived-storage.ts";
import type { PostgresConnections } from "./database/postgres-connection.ts";
import { postgresError } from "./database/postgres-errors.ts";
import { escapedText, unescapedText } from "./escaped-text.ts";
import { pgShortLived } from "./postgres-short-lived-schema.ts";

const cleanMs = 60_000;
const cleanedAtOnceMax = 10_000;

interface Counted {
  readonly taken: number;
  readonly is_refused: boolean;
}

/**
 * In a table that all servers of a database use. Times are of the database's clock, so that clocks
 * of servers have no effect.
 */
export class PostgresShortLivedStorage implements ShortLivedStorage {
  readonly #connections: PostgresConnections;
  #cleanedAtMs = Number.NEGATIVE_INFINITY;

  constructor(connections: PostgresConnections) {
    this.#connections = connections;
  }

  take({ key, rate: { burst, perSecond } }: TakenCount): Promise<number> {
    const hash = hashOf(key);
    return this.#run(async (client) => {
      await this.#clean(client);
      const [counted] = await client<Counted[]>`
        insert into short_lived as kept (key, taken, changed_at, ends_at)
        values (${hash}, 1, clock_timestamp(),
          clock_timestamp() + make_interval(secs => ${burst}::float8 / ${perSecond}::float8))
        on conflict (key) do update set
          (taken, is_refused, changed_at, ends_at) = (
            select
              case when fallen.taken > ${burst}::float8 - 1 then fallen.taken
                else fallen.taken + 1 end,
              fallen.taken > ${burst}::float8 - 1,
              clock_timestamp(),
              clock_timestamp() + make_interval(secs => ${burst}::float8 / ${perSecond}::float8)
            from (
              select greatest(0, kept.taken - ${perSecond}::float8 * greatest(
                0, extract(epoch from clock_timestamp() - kept.changed_at))) as taken
            ) as fallen
          )
        returning taken, is_refused`;
      return counted?.is_refused === true
        ? Math.max(1, Math.ceil((counted.taken - (burst - 1)) / perSecond))
        : 0;
    });
  }

  async giveBack({ key }: TakenCount): Promise<void> {
    const hash = hashOf(key);
    await this.#run(async (client) => {
      await client`update short_lived set taken = greatest(0, taken - 1) where key = ${hash}`;
    });
  }

  async clear({ key }: TakenCount): Promise<void> {
    const hash = hashOf(key);
    await this.#run(async (client) => {
      await drizzle({ client }).delete(pgShortLived).where(eq(pgShortLived.key, hash));
    });
  }

  async keep(key: string, text: string, ms: number): Promise<void> {
    const hash = hashOf(key);
    await this.#run(async (client) => {
      await this.#clean(client);
      await client`
        insert into short_lived (key, text, changed_at, ends_at)
        values (${hash}, ${escapedText(text)}, clock_timestamp(),
          clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8))
        on conflict (key) do nothing`;
    });
  }

  takeOut(key: string): Promise<string | null> {
    const hash = hashOf(key);
    return this.#run(async (client) => {
      const [row] = await client<{ text: string; is_kept: boolean }[]>`
        delete from short_lived where key = ${hash} and text is not null
        returning text, ends_at > clock_timestamp() as is_kept`;
      return row?.is_kept === true ? unescapedText(row.text) : null;
    });
  }

  /** From time to time, each process removes expired rows. */
  async #clean(client: SQL): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#cleanedAtMs < cleanMs) {
      return;
    }
    this.#cleanedAtMs = nowMs;
    await client`
      delete from short_lived where key in (
        select key from short_lived where ends_at < clock_timestamp() limit ${cleanedAtOnceMax}
        for update skip locked
      )`;
  }

  async #run<Result>(work: (client: SQL) => Promise<Result>): Promise<Result> {
    try {
      return await this.#connections.run(work);
    } catch (error) {
      throw postgresError("The short-lived values could not be used", error);
    }
  }
}

/** E-mail addresses and challenges are not stored, and no key is too long for an index. */
function hashOf(key: string): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("hex");
}
