import type { ReservedSQL, SQL } from "bun";
import type { PostgresConnections } from "./database/postgres-connection.ts";

/**
 * A process loses the lease after this many times the duration of building its batch, within
 * limits.
 */
const heldFactor = 3;
const heldMsMin = 1_000;
const heldMsMax = 30_000;
/** The server ends the lease of a process that cannot even release it. */
const frozenMs = 1_000;

interface LeaseCall<Answer> {
  readonly isKept: (answer: Answer) => boolean;
  readonly timeoutMs: number;
  /** How long it took to build the batch. */
  readonly buildMs: number;
}

/**
 * Holds the lock of the head while a process builds its batch again, so that no other process
 * commits before it. The server ends the lease of a frozen process.
 */
export class CommitLease {
  readonly #connections: PostgresConnections;
  #held: ReservedSQL | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connections: PostgresConnections) {
    this.#connections = connections;
  }

  /**
   * Runs a call while no other process can commit. If the call commits nothing, the lease
   * continues.
   */
  async run<Answer>(
    call: (client: SQL) => Promise<Answer>,
    { isKept, timeoutMs, buildMs }: LeaseCall<Answer>,
  ): Promise<Answer> {
    clearTimeout(this.#timer);
    const heldMs = heldMsFor(buildMs);
    return this.#connections.runOnce(async (client) => {
      try {
        const held = this.#held ?? (await this.#begin(client, heldMs));
        const answer = await call(held);
        if (isKept(answer)) {
          await this.#end("commit");
        } else {
          this.#timer = setTimeout(() => void this.giveUp(), heldMs);
        }
        return answer;
      } catch (error) {
        await this.giveUp();
        throw error;
      }
    }, timeoutMs);
  }

  /** Begins the lease, or extends it, to build a batch that took this long. */
  async take(buildMs: number): Promise<void> {
    clearTimeout(this.#timer);
    const heldMs = heldMsFor(buildMs);
    await this.#connections.runOnce(async (client) => {
      try {
        this.#held ?? (await this.#begin(client, heldMs));
        this.#timer = setTimeout(() => void this.giveUp(), heldMs);
      } catch (error) {
        await this.giveUp();
        throw error;
      }
    });
  }

  /** Lets other processes commit. */
  async giveUp(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.#end("rollback");
    } catch {
      // The connection broke, which ends the lease too.
    }
  }

  async #end(statement: "commit" | "rollback"): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) {
      try {
        await held.unsafe(statement);
      } finally {
        await held.release();
      }
    }
  }

  async #begin(client: SQL, heldMs: number): Promise<ReservedSQL> {
    const held = await client.reserve();
    this.#held = held;
    await held.unsafe(
      `begin; set local idle_in_transaction_session_timeout = ${heldMs + frozenMs};
      select 1 from head where id = 1 for update`,
    );
    return held;
  }
}

function heldMsFor(buildMs: number): number {
  return Math.round(Math.min(Math.max(buildMs * heldFactor, heldMsMin), heldMsMax));
}
