import type { TargetAnswer, TargetRequest } from "../../src/webhooks/targets/webhook-target.ts";
import { foundation } from "../contract/sample-entities.ts";
import { ClusterClients, type Member, progressCheckMs } from "./cluster-clients.ts";
import { ClusterInvariants } from "./cluster-invariants.ts";
import { NetworkFaults, networkWeights } from "./network-faults.ts";
import type { Schedule, Step } from "./schedule.ts";
import { ClusterNode } from "./virtual-cluster-node.ts";
import { VirtualDatabase } from "./virtual-database.ts";
import { VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import type { VirtualWorld } from "./virtual-world.ts";
import { watchedWebhook } from "./watched-webhook.ts";

export const nodeCount = 3;
const healMs = 15_000;
const deliveredWithinMs = 4 * 60 * 60_000;
const settledWithinMs = 2_000;
const receiverMsMax = 15_000;

export const clusterForm = {
  weights: {
    ...{ write: 40, create: 10, read: 12, refuse: 3 },
    ...{ kill: 3, freeze: 3, clock: 2, databaseClock: 1 },
    ...networkWeights,
    ...{ withoutNews: 3, away: 1, failOver: 1, trim: 2, receiverFails: 1 },
  },
  nodeCount,
  stepsMax: 200,
  pauseMsMax: 3_000,
};

/** Several servers on one database, with the commands and faults of a schedule. */
export class ClusterRun {
  readonly #world: VirtualWorld;
  readonly #network: VirtualNetwork;
  readonly #networkFaults: NetworkFaults;
  readonly #database: VirtualDatabase;
  readonly #receiver: VirtualProcess;
  readonly #members: Member[];
  readonly invariants: ClusterInvariants;
  readonly #clients: ClusterClients;
  #isReceiverFailing = false;
  #isHealed = false;

  constructor(world: VirtualWorld) {
    this.#world = world;
    this.#network = new VirtualNetwork(world);
    this.#database = new VirtualDatabase(world, [
      ...foundation,
      { kind: "webhook.saved", webhook: watchedWebhook },
    ]);
    this.#receiver = world.start("receiver");
    this.#networkFaults = new NetworkFaults({
      network: this.#network,
      names: ["database", ...Array.from({ length: nodeCount }, (_, index) => nameOf(index))],
      later: (forMs, work) => this.#later(forMs, work),
    });
    this.invariants = new ClusterInvariants(world, this.#database);
    this.#clients = new ClusterClients(world, this.#database, this.invariants);
    this.#members = Array.from({ length: nodeCount }, (_, index) => this.#startMember(index));
    world.afterEachTask((process) => this.#check(process));
  }

  /** Runs a schedule until everything is healed. Throws a `Violation`. */
  run({ steps }: Schedule): void {
    const startMs = this.#world.nowMs;
    for (const step of steps) {
      this.#world.after(step.atMs, () => this.#step(step), null);
    }
    this.#checkProgressRepeatedly();
    this.#world.runUntil(startMs + Math.max(0, ...steps.map(({ atMs }) => atMs)));
    this.#heal();
    this.#world.runUntil(this.#world.nowMs + healMs);
    this.#clients.expectWrites(this.#members);
    this.#clients.expectPolls(this.#members, this.#network);
    this.#runUntil(deliveredWithinMs, progressCheckMs, () => this.#isDelivered);
    const nodes = this.#members.map(({ node }) => node);
    const isSettled = () => this.#isDelivered && this.invariants.isSettled(nodes);
    this.#runUntil(settledWithinMs, 1, isSettled);
    this.invariants.checkEnd(nodes);
    this.#world.expectNone();
  }

  #startMember(index: number): Member {
    const process = this.#world.start(nameOf(index));
    const access = { database: this.#database, network: this.#network, process };
    const node = this.#world.as(
      process,
      () =>
        new ClusterNode({
          ...access,
          send: (request) => this.#deliver(process, request),
          now: () => Math.floor(this.#world.nowMs + this.#database.process.clockAheadMs),
          onFault: (error) => this.#world.violate(error),
        }),
    );
    this.#world.trace(`start ${process.name}`);
    return { process, node };
  }

  async #deliver(process: VirtualProcess, { headers }: TargetRequest): Promise<TargetAnswer> {
    try {
      const status = await this.#network.request(
        process,
        this.#receiver,
        () => {
          if (this.#isReceiverFailing) {
            return 500;
          }
          this.invariants.received((headers["webhook-id"] ?? "").replace("evt_", ""));
          return 200;
        },
        { timeoutMs: receiverMsMax, isRepeated: true },
      );
      return { kind: "answered", status, headers: new Headers(), body: "" };
    } catch (error) {
      return { kind: "failed", reason: String(error) };
    }
  }

  #step(step: Step): void {
    const member = this.#members[step.node];
    if (member === undefined || this.#isHealed) {
      return;
    }
    this.#world.trace(`${step.kind} ${step.node} ${step.forMs} ${step.amount}`);
    switch (step.kind) {
      case "write":
      case "create":
      case "refuse":
        this.#clients.submit(step.kind, member, step.amount);
        break;
      case "read":
        this.#clients.read(member);
        break;
      default:
        this.#fault(step, member);
    }
  }

  #fault(step: Step, member: Member): void {
    const { process } = member;
    const { kind, node, forMs, amount } = step;
    this.invariants.disturbed();
    switch (kind) {
      case "kill":
        process.kill();
        this.#later(forMs, () => this.#restart(node));
        break;
      case "freeze":
        process.freeze();
        this.#later(forMs, () => process.thaw(), false);
        break;
      case "clock":
        process.clockAheadMs += (amount % 7_200_000) - 3_600_000;
        break;
      case "receiverFails":
        this.#isReceiverFailing = true;
        this.#later(forMs, () => {
          this.#isReceiverFailing = false;
        });
        break;
      case "withoutNews":
        this.#network.quality.newsLostPerMille = amount % 1_000;
        this.#later(forMs, () => {
          this.#network.quality.newsLostPerMille = 0;
        });
        break;
      case "away":
        this.#networkFaults.cutOff("database", forMs);
        break;
      case "databaseClock":
      case "failOver":
      case "trim":
        this.#databaseFault(kind, amount);
        break;
      default:
        this.#networkFaults.begin(step, process.name);
    }
  }

  #databaseFault(kind: "databaseClock" | "failOver" | "trim", amount: number): void {
    switch (kind) {
      case "databaseClock":
        this.#database.process.clockAheadMs += (amount % 120_000) - 60_000;
        this.invariants.leaseDoubted();
        break;
      case "failOver":
        this.#database.failOver(amount % 4);
        this.invariants.failedOver();
        break;
      case "trim":
        this.#database.trim(this.#database.position - (amount % 5));
        break;
    }
  }

  /** The end of a fault. Others may go on without a frozen process, so its end disturbs nothing. */
  #later(forMs: number, work: () => void, isDisturbance = true): void {
    this.#world.after(
      forMs,
      () => {
        if (!this.#isHealed) {
          work();
          if (isDisturbance) {
            this.invariants.disturbed();
          }
        }
      },
      null,
    );
  }

  #restart(index: number): void {
    if (this.#members[index]?.process.isAlive === false) {
      this.#members[index] = this.#startMember(index);
    }
  }

  #heal(): void {
    this.#world.trace("heal");
    this.#isHealed = true;
    this.#network.heal();
    this.#isReceiverFailing = false;
    for (const [index, { process }] of this.#members.entries()) {
      if (process.isAlive) {
        process.thaw();
      } else {
        this.#members[index] = this.#startMember(index);
      }
    }
  }

  get #isDelivered(): boolean {
    const { webhooks, lastIds } = this.#database.state;
    return (webhooks.get(watchedWebhook.id)?.progress.settled ?? 0) >= lastIds.webhookEvent;
  }

  #runUntil(withinMs: number, stepMs: number, isOver: () => boolean): void {
    const endMs = this.#world.nowMs + withinMs;
    while (!isOver() && this.#world.nowMs < endMs) {
      this.#world.runUntil(this.#world.nowMs + stepMs);
    }
  }

  #check(process: VirtualProcess): void {
    const member = this.#members.find((each) => each.process === process);
    if (member === undefined) {
      return;
    }
    // A server knows by its own clock whether it leads.
    const isAnotherLeading = () =>
      this.#members.some(
        ({ process: other, node }) =>
          other !== process &&
          other.isRunning &&
          this.#world.as(other, () => node.leadership.isLeading),
      );
    this.invariants.check(member.node, isAnotherLeading);
  }

  #checkProgressRepeatedly(): void {
    this.#world.after(
      progressCheckMs,
      () => {
        if (this.#members.some(({ process }) => process.isRunning) && this.#network.isWhole) {
          this.invariants.checkProgress();
        } else {
          this.invariants.disturbed();
        }
        this.#checkProgressRepeatedly();
      },
      null,
    );
  }
}

function nameOf(index: number): string {
  return `node-${index}`;
}
