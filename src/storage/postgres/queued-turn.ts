import type { ReservedSQL, SQL } from "bun";
import type { PostgresConnections } from "../../postgres/postgres-connection.ts";

/** A process that holds the turn and does not go on loses it. */
const heldMsMax = 1_000;

/**
 * Holds the lock of the head while a process makes its batch again, so that no other one commits
 * before it. The server ends the turn of a process that is frozen.
 */
export class QueuedTurn {
  readonly #connections: PostgresConnections;
  #held: ReservedSQL | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connections: PostgresConnections) {
    this.#connections = connections;
  }

  /** Runs a call while no other process can commit. If it was not kept, the turn goes on. */
  async run<Answer>(
    call: (client: SQL) => Promise<Answer>,
    isKept: (answer: Answer) => boolean,
    timeoutMs: number,
  ): Promise<Answer> {
    clearTimeout(this.#timer);
    return this.#connections.runOnce(async (client) => {
      const held = this.#held ?? (await this.#begin(client));
      try {
        const answer = await call(held);
        if (isKept(answer)) {
          await this.#end("commit");
        } else {
          this.#timer = setTimeout(() => void this.giveUp(), heldMsMax);
        }
        return answer;
      } catch (error) {
        await this.giveUp();
        throw error;
      }
    }, timeoutMs);
  }

  /** Lets other processes commit. */
  async giveUp(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.#end("rollback");
    } catch {
      // The connection broke, which ends the turn too.
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

  async #begin(client: SQL): Promise<ReservedSQL> {
    const held = await client.reserve();
    this.#held = held;
    await held.unsafe(
      `begin; set local idle_in_transaction_session_timeout = ${2 * heldMsMax};
      select 1 from head where id = 1 for update`,
    );
    return held;
  }
}
