import { SharedWriter } from "../../src/app/writer/shared-writer.ts";
import type { Command, SteppedCommand } from "../../src/app/writer/writer.ts";
import { DatabaseLeadership } from "../../src/cluster/database-leadership.ts";
import { GatehouseError } from "../../src/core/errors.ts";
import { InvariantError } from "../../src/core/invariant-error.ts";
import { createWebhooks } from "../../src/webhooks/create-webhooks.ts";
import { WebhookPumps } from "../../src/webhooks/delivery/webhook-pumps.ts";
import type { TargetAnswer, TargetRequest } from "../../src/webhooks/targets/webhook-target.ts";
import { writing } from "./cluster-commands.ts";
import {
  type DatabaseAccess,
  VirtualDatabaseClient,
  VirtualLeaseTable,
} from "./virtual-database-client.ts";
import { fixedKey } from "./watched-webhook.ts";

const startRetryMs = 500;
const scheduledMs = 2_000;

export interface ClusterNodeOptions extends DatabaseAccess {
  readonly send: (request: TargetRequest) => Promise<TargetAnswer>;
  /** The clock of the database, which all nodes use. */
  readonly now: () => number;
  /** Called with an error that no rule expects. */
  readonly onFault: (error: unknown) => void;
}

/** A server of a cluster, from its start until it is killed. */
export class ClusterNode {
  readonly #options: ClusterNodeOptions;
  #writer: SharedWriter | undefined;
  readonly leadership: DatabaseLeadership;

  constructor(options: ClusterNodeOptions) {
    this.#options = options;
    this.leadership = new DatabaseLeadership(
      () => new VirtualLeaseTable(options),
      () => undefined,
    );
    void this.#start().catch(options.onFault);
  }

  /** Undefined until the first answer of the database. */
  get writer(): SharedWriter | undefined {
    return this.#writer;
  }

  async submit(command: Command<string>): Promise<string> {
    return this.#startedWriter().submit(command);
  }

  async submitInSteps(command: SteppedCommand<string>): Promise<string> {
    return this.#startedWriter().submitInSteps(command);
  }

  #startedWriter(): SharedWriter {
    if (this.#writer === undefined) {
      throw new GatehouseError("unavailable", { message: "The server starts" });
    }
    return this.#writer;
  }

  async #start(): Promise<void> {
    const { now, onFault, send } = this.#options;
    const storage = new VirtualDatabaseClient(this.#options);
    const { state, position } = await this.#load(storage);
    const writer = new SharedWriter({
      storage,
      state,
      position,
      now,
      onFailure: (error) => error instanceof InvariantError && onFault(error),
    });
    this.#writer = writer;
    const shared = { writer, storage, now };
    const { sender } = createWebhooks({
      ...shared,
      ...{ directory: null, key: fixedKey, allowed: [], version: "1.0.0", send },
    });
    this.#lead(() => {
      const pumps = new WebhookPumps({
        ...shared,
        sender,
        isLeading: () => this.leadership.isLeading,
        onTried: () => undefined,
        // While the database is away, an outcome cannot be recorded.
        onFault: (error) => error instanceof TypeError && onFault(error),
      });
      pumps.start();
      return () => pumps.stop();
    });
    this.#lead(() => {
      const timer = setInterval(() => this.#runScheduled(writer), scheduledMs);
      return async () => clearInterval(timer);
    });
    this.leadership.start();
  }

  #lead(begin: () => () => Promise<void>): void {
    let end: (() => Promise<void>) | undefined;
    this.leadership.lead({
      begin() {
        end = begin();
      },
      async end() {
        await end?.();
        end = undefined;
      },
    });
  }

  async #load(storage: VirtualDatabaseClient) {
    for (;;) {
      try {
        return await storage.load();
      } catch {
        await Bun.sleep(startRetryMs);
      }
    }
  }

  /** Stands for all scheduled work of the leader. */
  #runScheduled(writer: SharedWriter): void {
    if (this.leadership.isLeading) {
      writer.submit(writing(`scheduled ${crypto.randomUUID()}`)).catch(() => undefined);
    }
  }
}
