import { expect } from "bun:test";
import { GatehouseError } from "../../../src/core/errors.ts";
import type { RequestApply, RequestCommand } from "../../../src/core/model/change-request.ts";
import { ApprovalOracle } from "./approval-oracle.ts";
import { changesNeedingPermits } from "./changed-gates.ts";
import type { History, Step } from "./request-steps.ts";
import { approvers, authors, RequestWorld, rulesOf, stagingId } from "./request-world.ts";

/** Runs a history, and returns how many requests were applied. Every application is checked. */
export async function runHistory({ count, steps }: History): Promise<number> {
  const world = await RequestWorld.start(count);
  const oracle = new ApprovalOracle(world);
  for (const each of steps) {
    const before = world.state;
    const runner = new StepRunner(world, oracle, each);
    await refusable(() => runner.run());
    for (const failure of world.failures) {
      throw failure;
    }
    if (!runner.mayWriteDirectly && !hasEnded(before, world)) {
      expect(changesNeedingPermits(before, world.state)).toEqual([]);
    }
  }
  return oracle.appliedCount;
}

/** Refusals are answers; anything else is a fault. */
async function refusable(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof GatehouseError) {
      return false;
    }
    throw error;
  }
}

function hasEnded(before: RequestWorld["state"], world: RequestWorld): boolean {
  return before.requests.some(({ id }) => !world.state.requests.has(id));
}

class StepRunner {
  readonly #world: RequestWorld;
  readonly #oracle: ApprovalOracle;
  readonly #step: Step;
  /** Whether the step may write without an approved request. */
  mayWriteDirectly = false;

  constructor(world: RequestWorld, oracle: ApprovalOracle, { ...each }: Step) {
    this.#world = world;
    this.#oracle = oracle;
    this.#step = each;
  }

  async run(): Promise<void> {
    const { kind, who, value, key, isStaging } = this.#step;
    const { service, writer } = this.#world;
    const environmentId = isStaging ? stagingId : 1;
    switch (kind) {
      case "open": {
        const content = {
          title: "x",
          reason: null,
          commands: this.#commands(),
          apply: this.#apply(),
        };
        await service.open(await this.#author(environmentId), content);
        return;
      }
      case "direct":
      case "remove":
      case "mirror":
        this.mayWriteDirectly = true;
        return this.#world.changeDirectly(key, environmentId, kind === "direct" ? value : kind);
      case "bypass":
        this.mayWriteDirectly = true;
        return this.#write(
          1,
          environmentId,
          { bypasses: true, reason: "The pager has rung" },
          value,
        );
      case "turnOff":
        this.mayWriteDirectly = true;
        return this.#write(this.#approver, environmentId, { reason: "It is broken" }, 0);
      case "role": {
        const role = value % 2 === 0 ? "viewer" : "admin";
        const changed = approvers[(who % 3) + 1] ?? 104;
        return writer.submit((draft) => this.#world.setRole(draft, changed, role));
      }
      case "leave":
        return writer.submit((draft) =>
          this.#world.setRole(draft, authors[who % 2] ?? 102, value % 2 === 0 ? null : "member"),
        );
      case "policy":
        return writer.submit((draft) => {
          const known = draft.state.policies.get(environmentId);
          const rules = rulesOf((value % 2) + 1);
          draft.permit(environmentId, { kind: "bypass" });
          if (known !== undefined) {
            draft.record({ kind: "policy.saved", policy: { ...known, rules } });
          }
        });
      case "pass":
        this.#world.pass(value);
        return;
      case "settle":
        return this.#settleOne();
      default:
        return this.#onRequest(kind);
    }
  }

  async #onRequest(
    kind: Exclude<
      Step["kind"],
      | ("open" | "direct" | "remove" | "mirror" | "bypass" | "turnOff" | "role" | "leave")
      | ("policy" | "pass" | "settle")
    >,
  ): Promise<void> {
    const { service } = this.#world;
    const request = this.#request();
    if (request === undefined) {
      return;
    }
    const { id, environmentId } = request;
    const approver = this.#approver;
    switch (kind) {
      case "look":
        return this.#oracle.look(approver, request);
      case "vote":
      case "ask":
        if (this.#step.value < 7) {
          this.#oracle.look(approver, request);
        }
        return this.#vote(approver, id, kind === "ask" ? "ask" : "approve");
      case "withdrawVote":
        // Noted before, as the request may be applied then.
        this.#oracle.withdrew(approver, id);
        await service.withdrawVote(await this.#world.person(approver, environmentId), id);
        return;
      case "apply":
        await service.apply(await this.#author(environmentId), id);
        return;
      case "withdraw":
        await service.withdraw(await this.#author(environmentId), id);
        return;
      case "edit":
        await service.edit(await this.#author(environmentId), id, { commands: this.#commands() });
        return;
      case "editTime":
        await service.edit(await this.#author(environmentId), id, { apply: this.#apply() });
        return;
      case "rebase":
        await service.rebase(await this.#author(environmentId), id);
        return;
      case "adopt":
        await service.adopt(await this.#author(environmentId), id);
        return;
      case "race":
        return this.#race(approver, id, environmentId);
      case "sneak":
        return this.#sneak(id, environmentId);
    }
  }

  /** Someone rebases between the look of an approver and the vote. */
  async #race(approver: number, id: number, environmentId: number): Promise<void> {
    const { key, value } = this.#step;
    this.mayWriteDirectly = true;
    this.#oracle.look(approver, await this.#world.stored(id));
    await this.#world.changeDirectly(key, environmentId, value);
    await refusable(async () => this.#world.service.rebase(await this.#author(environmentId), id));
    await this.#vote(approver, id, "approve");
  }

  /** The author edits an approved request, and applies it. */
  async #sneak(id: number, environmentId: number): Promise<void> {
    const { service } = this.#world;
    for (const approver of [104, 105]) {
      const current = this.#world.state.requests.get(id);
      if (current !== undefined) {
        this.#oracle.look(approver, current);
        await this.#vote(approver, id, "approve");
      }
    }
    const caller = await this.#author(environmentId);
    await refusable(() => service.edit(caller, id, { commands: this.#commands() }));
    await service.apply(caller, id);
  }

  async #vote(approver: number, id: number, kind: "approve" | "ask"): Promise<void> {
    const seen = this.#oracle.seen(approver, id);
    const { environmentId } = await this.#world.stored(id);
    if (seen !== undefined) {
      const caller = await this.#world.person(approver, environmentId);
      const { hash } = seen;
      // Noted before, as a vote may apply the request. An earlier vote outlives a refused one.
      let takeBack: () => void = () => undefined;
      const isKept = await refusable(async () => {
        const before = this.#world.state.requests.get(id);
        if (before?.hash === hash && before.state === "open") {
          takeBack = this.#oracle.voted(approver, id, kind, seen);
        }
        await this.#world.service.vote(caller, id, { kind, hash, text: null });
      });
      if (!isKept) {
        takeBack();
      }
    }
  }

  async #settleOne(): Promise<void> {
    const request = this.#request();
    if (request !== undefined) {
      await this.#world.schedule.settle(request.id);
    }
  }

  async #write(
    userId: number,
    environmentId: number,
    more: { readonly reason: string; readonly bypasses?: boolean },
    value: number,
  ): Promise<void> {
    const caller = await this.#world.person(userId, environmentId, more);
    await this.#world.writePercentage(caller, this.#step.key, value);
  }

  #request() {
    const open = [...this.#world.state.requests.values()];
    return open[this.#step.which % Math.max(1, open.length)];
  }

  get #approver(): number {
    return approvers[this.#step.who % approvers.length] ?? 1;
  }

  /** Mostly an author, sometimes an approver: admins open requests too. */
  #author(environmentId: number) {
    const { who } = this.#step;
    const userId = who < 9 ? authors[who % 2] : approvers[who % approvers.length];
    return this.#world.person(userId ?? 102, environmentId);
  }

  #commands(): readonly RequestCommand[] {
    const { key, value, which } = this.#step;
    const percentage: RequestCommand = { kind: "percentage_of_actors", key, value };
    const all: readonly RequestCommand[] = [
      percentage,
      { kind: "actors", key, add: [`User;${value}`], remove: [] },
      { kind: "enable", key },
      { kind: "mirror", key },
      { kind: "remove", key },
    ];
    return [all[which % all.length] ?? percentage];
  }

  #apply(): RequestApply {
    const { value } = this.#step;
    if (value < 4) {
      return { kind: "author" };
    }
    return value < 7
      ? { kind: "approved" }
      : { kind: "at", at: this.#world.now + (value - 6) * 86_400_000 };
  }
}
