import type { Writer } from "../app/writer/writer.ts";
import { logFormat } from "../core/model/logged-change.ts";
import { PostgresLeaseTable } from "../storage/postgres/database/lease-table.ts";
import {
  PostgresConnections,
  type PostgresSettings,
} from "../storage/postgres/database/postgres-connection.ts";
import type { DatabaseClock } from "../storage/postgres/database-clock.ts";
import { readForeignLockRoles } from "../storage/postgres/foreign-locks.ts";
import { trimLog } from "../storage/postgres/log-chores.ts";
import { forgetNode, reportNode } from "../storage/postgres/postgres-nodes.ts";
import { DatabaseLeadership } from "./database-leadership.ts";

export interface ClusterNodeOptions {
  readonly settings: PostgresSettings;
  /** The name of this process among those that share the database. */
  readonly node: string;
  readonly version: string;
  readonly clock: Pick<DatabaseClock, "now" | "machineAheadMs">;
  /**
   * Called when this server's clock is found to be wrong or another role holds a lock of Gatehouse,
   * and when that ends.
   */
  readonly onWarning: (reason: string) => void;
  /** Called at intervals with the latest log format that all live processes read. */
  readonly onReadByAll: (format: number) => void;
  /** Called with the error of work that no caller waits for. */
  readonly onFault: (error: unknown) => void;
}

const reportMs = 5_000;
const trimMs = 60_000;
const leaveMsMax = 300;
/** The largest accepted error of a clock. */
const clockErrorMsMax = 60_000;

/**
 * The background work of a process that shares its database: it reports that it is alive, and trims
 * the log if it leads.
 */
export class ClusterNode {
  readonly leadership: DatabaseLeadership;
  readonly #options: ClusterNodeOptions;
  readonly #connections: PostgresConnections;
  #reports: Timer | undefined;
  #trims: Timer | undefined;
  #reporting: Promise<void> = Promise.resolve();
  #isClockWrong = false;
  #foreignLockRoles: readonly string[] = [];

  constructor(options: ClusterNodeOptions) {
    const applicationName = `gatehouse ${options.node}`;
    this.#options = options;
    const settings = { ...options.settings, poolMax: 1, applicationName };
    this.#connections = new PostgresConnections(settings);
    this.leadership = new DatabaseLeadership(
      () => new PostgresLeaseTable(new PostgresConnections(settings)),
      options.onFault,
    );
    this.leadership.lead({
      begin: () => {
        this.#trims = setInterval(() => void this.#trim(), trimMs);
      },
      end: async () => clearInterval(this.#trims),
    });
  }

  /** How many other roles of the database hold locks of Gatehouse. */
  get foreignLockRoles(): number {
    return this.#foreignLockRoles.length;
  }

  /** The writer reports how far the process has followed the log. */
  start(writer: Pick<Writer, "position">): void {
    this.#report(writer.position);
    this.#reports = setInterval(() => this.#report(writer.position), reportMs);
    this.leadership.start();
  }

  /** An unreachable database must not prevent the process from ending. */
  async stop(): Promise<void> {
    clearInterval(this.#reports);
    await Promise.race([this.#leave(), Bun.sleep(leaveMsMax)]);
  }

  async #leave(): Promise<void> {
    await this.leadership.stop();
    await this.#reporting;
    await forgetNode(this.#connections, this.#options.node).catch(() => undefined);
    await this.#connections.close();
  }

  /** An unreachable database is reported by the code that needs it. */
  #report(position: number): void {
    const { node, version, clock, onReadByAll } = this.#options;
    this.#checkClock();
    this.#reporting = this.#reporting
      .then(() =>
        reportNode(this.#connections, {
          node,
          version,
          format: logFormat,
          seenAt: clock.now(),
          position,
        }),
      )
      .then(onReadByAll)
      .then(() => this.#connections.run(readForeignLockRoles))
      .then((roles) => this.#noticeLocks(roles))
      .catch(() => undefined);
  }

  #checkClock(): void {
    const { machineAheadMs } = this.#options.clock;
    const isWrong = Math.abs(machineAheadMs) > clockErrorMsMax;
    if (isWrong !== this.#isClockWrong) {
      this.#isClockWrong = isWrong;
      this.#options.onWarning(
        isWrong ? wrongClock(machineAheadMs) : "this machine's clock is right",
      );
    }
  }

  #noticeLocks(roles: readonly string[]): void {
    const before = this.#foreignLockRoles.join();
    this.#foreignLockRoles = roles;
    if (roles.join() !== before) {
      this.#options.onWarning(
        roles.length === 0
          ? "no other role of the database holds locks of Gatehouse any more"
          : `another role of the database holds locks of Gatehouse: ${roles.join(", ")}; revoke its right to connect`,
      );
    }
  }

  async #trim(): Promise<void> {
    try {
      while (
        this.leadership.isLeading &&
        (await this.#connections.run((client) => trimLog(client))) > 0
      ) {
        await Bun.sleep(0);
      }
    } catch (error) {
      this.#options.onFault(error);
    }
  }
}

function wrongClock(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return `this machine's clock is ${seconds} s ${side} the database's, which is used instead`;
}
