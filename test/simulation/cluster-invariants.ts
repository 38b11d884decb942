import type { SharedWriter } from "../../src/app/writer/shared-writer.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import type { WebhookEvent } from "../../src/core/model/webhook-event.ts";
import { plainState } from "../contract/plain-state.ts";
import { namesIn, shownState } from "./cluster-commands.ts";
import type { ClusterNode } from "./virtual-cluster-node.ts";
import type { KeptCommit, VirtualDatabase } from "./virtual-database.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

type Outcome = "acknowledged" | "refused" | "unknown";

/** After this, no lease that a failover or a wrong clock gave twice is valid. */
const leaseMs = 10_000;
/** How long healthy servers may need until scheduled work goes on. */
const scheduledWithinMs = 30_000;

interface Seen {
  position: number;
  reloads: number;
}

/** What must hold at every step of a cluster, whatever fails. */
export class ClusterInvariants {
  readonly #world: VirtualWorld;
  readonly #database: VirtualDatabase;
  readonly #outcomes = new Map<string, Outcome>();
  /** How many commits that are not lost have each command. */
  readonly #kept = new Map<string, number>();
  /** All states that ever were at a position. */
  readonly #states = new Map<number, Set<string>>();
  readonly #seen = new WeakMap<SharedWriter, Seen>();
  /** The uuids of the events that the endpoint got, in its order. */
  readonly #received: string[] = [];
  /** Until when two servers may hold the lease. */
  #doubtedUntilMs = 0;
  #calmSinceMs: number;
  #scheduledMs = 0;

  constructor(world: VirtualWorld, database: VirtualDatabase) {
    this.#world = world;
    this.#database = database;
    this.#calmSinceMs = world.nowMs;
    database.onKept = (commit, before) => this.#committed(commit, before);
  }

  get counts(): Readonly<Record<Outcome, number>> {
    const counts = { acknowledged: 0, refused: 0, unknown: 0 };
    for (const outcome of this.#outcomes.values()) {
      counts[outcome]++;
    }
    return counts;
  }

  /** A fault begins or ends: scheduled work may stand still for a while. */
  disturbed(): void {
    this.#calmSinceMs = this.#world.nowMs;
  }

  leaseDoubted(): void {
    this.#doubtedUntilMs = this.#world.nowMs + leaseMs;
  }

  failedOver(): void {
    this.leaseDoubted();
    for (const [name] of this.#kept) {
      this.#kept.set(name, 0);
    }
    for (const { batch } of this.#database.commits) {
      this.#count(batch.changes);
    }
  }

  answered(name: string, outcome: Outcome): void {
    const kept = this.#kept.get(name) ?? 0;
    if (outcome === "acknowledged" && kept !== 1 && !this.#isLost(name)) {
      this.#violate(`acknowledged = kept once: ${name} is kept ${kept} times`);
    }
    if (outcome === "refused" && kept !== 0) {
      this.#violate(`refused = not kept: ${name}`);
    }
    this.#outcomes.set(name, outcome);
  }

  received(uuid: string): void {
    this.#received.push(uuid);
  }

  /** After each task of a node. */
  check({ writer, leadership }: ClusterNode, isAnotherLeading: () => boolean): void {
    if (writer !== undefined) {
      this.#checkState(writer);
    }
    const isDoubted = this.#world.nowMs < this.#doubtedUntilMs;
    if (!isDoubted && leadership.isLeading && isAnotherLeading()) {
      this.#violate("leases never overlap: two servers lead");
    }
  }

  /** From time to time, if at least one server is healthy. */
  checkProgress(): void {
    const { nowMs } = this.#world;
    const since = Math.max(this.#calmSinceMs, this.#scheduledMs);
    if (nowMs - since > scheduledWithinMs) {
      this.#violate(`progress: no scheduled work for ${nowMs - since} ms`);
    }
  }

  /** When all faults have ended, and all servers have had time. */
  checkEnd(nodes: readonly ClusterNode[]): void {
    for (const [name, outcome] of this.#outcomes) {
      const kept = this.#kept.get(name) ?? 0;
      const isRight =
        outcome === "refused"
          ? kept === 0
          : kept === 1 || (kept === 0 && this.#mayLack(name, outcome));
      if (!isRight) {
        this.#violate(`${outcome}: ${name} is kept ${kept} times`);
      }
    }
    if (!this.isSettled(nodes)) {
      this.#violate("memory equals storage after healing");
    }
    this.#checkDeliveries();
  }

  /** Whether all servers have the state of the database. */
  isSettled(nodes: readonly ClusterNode[]): boolean {
    const stored = JSON.stringify(plainState(this.#database.state));
    return nodes.every(
      ({ writer }) => writer !== undefined && JSON.stringify(plainState(writer.state)) === stored,
    );
  }

  /** Throws nothing: the code that is tested would catch it. */
  #violate(message: string): void {
    this.#world.violate(new Violation(message));
  }

  #mayLack(name: string, outcome: Outcome): boolean {
    return outcome === "unknown" || this.#isLost(name);
  }

  #isLost(name: string): boolean {
    return this.#database.lost.some(({ batch }) => namesIn(batch.changes).includes(name));
  }

  #committed({ batch, state, logged }: KeptCommit, before: State): void {
    const names = namesIn(batch.changes);
    for (const name of names) {
      if (this.#outcomes.get(name) === "refused") {
        this.#violate(`refused = not kept: ${name} is kept after its refusal`);
      }
      if (name.startsWith("scheduled")) {
        this.#scheduledMs = this.#world.nowMs;
      }
    }
    this.#count(batch.changes);
    const audits = (state.auditSequences.get(1) ?? 0) - (before.auditSequences.get(1) ?? 0);
    if (audits !== names.length) {
      this.#violate(`audits have no gap: ${audits} for ${names.length} commands`);
    }
    const [revision, revisionBefore] = [state.revisions.get(1) ?? 0, before.revisions.get(1) ?? 0];
    if (revision < revisionBefore || (names.length > 0 && revision === revisionBefore)) {
      this.#violate(`revisions rise: ${revision} after ${revisionBefore}`);
    }
    const known = this.#states.get(logged.position) ?? new Set();
    this.#states.set(logged.position, known.add(shownState(state)));
    this.#world.trace(`kept ${logged.position} ${names.join()}`);
  }

  #count(changes: readonly Change[]): void {
    for (const name of namesIn(changes)) {
      const count = (this.#kept.get(name) ?? 0) + 1;
      this.#kept.set(name, count);
      if (count > 1) {
        this.#violate(`kept once: ${name} is kept again`);
      }
    }
  }

  #checkState(writer: SharedWriter): void {
    const { position } = writer;
    const { reloads } = writer.facts;
    const seen = this.#seen.get(writer) ?? { position: -1, reloads };
    if (seen.position === position) {
      return;
    }
    if (position < seen.position && reloads === seen.reloads) {
      this.#violate(`readers are monotonic: ${position} after ${seen.position}`);
    }
    if (position > 0 && this.#states.get(position)?.has(shownState(writer.state)) !== true) {
      this.#violate(
        `readers see only what was kept: position ${position}: ${shownState(writer.state)} of ${[...(this.#states.get(position) ?? [])].join(" or ")} ${JSON.stringify(writer.facts)}`,
      );
    }
    this.#seen.set(writer, { position, reloads });
  }

  /**
   * After a failover that lost commits, an event may arrive before earlier ones, and then again
   * after them.
   */
  #checkDeliveries(): void {
    let latest = -1;
    for (const { uuid, id } of this.#database.commits.flatMap(eventsOf)) {
      const first = this.#received.indexOf(uuid);
      const next = this.#received.indexOf(uuid, latest + 1);
      if (first === -1) {
        this.#violate(`webhooks at least once: event ${id}`);
      } else if (next === -1 || (first < latest && this.#database.failoverCount === 0)) {
        this.#violate(`webhooks in order: event ${id}`);
      }
      latest = next;
    }
  }
}

function eventsOf({ batch }: KeptCommit): readonly WebhookEvent[] {
  return batch.changes.flatMap((change) =>
    change.kind === "webhook_events.recorded" ? change.events : [],
  );
}
