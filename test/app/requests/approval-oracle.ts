import { expect } from "bun:test";
import { votableHash } from "../../../src/api/admin/handlers/request-rows.ts";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { tryCommands } from "../../../src/app/requests/apply-request.ts";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import type { ChangeRequest } from "../../../src/core/model/change-request.ts";
import { basesOf } from "../../../src/core/model/request-base.ts";
import { roleAtLeast } from "../../../src/core/model/role.ts";
import type { State } from "../../../src/core/model/state.ts";
import type { RequestWorld } from "./request-world.ts";

/** What someone saw of a request: nothing of its hash, its votes or its state. */
interface Seen {
  /** The hash that the page would send. */
  readonly hash: string;
  /** Objections end with a revision, of which everyone learns. */
  readonly revision: number;
  /** What the changes are based on, what they would leave, and when. */
  readonly before: string;
  readonly after: string;
  readonly at: number | null;
}

interface SeenVote {
  readonly kind: "approve" | "ask";
  readonly seen: Seen;
}

/**
 * Knows only what approvers saw when they voted. When a request is applied, enough of them must have
 * seen exactly this change of exactly these gates, and none may have asked for another.
 */
export class ApprovalOracle {
  readonly #world: RequestWorld;
  readonly #looks = new Map<string, Seen>();
  readonly #votes = new Map<number, Map<number, SeenVote>>();
  appliedCount = 0;

  constructor(world: RequestWorld) {
    this.#world = world;
    let before = world.state;
    world.writer.onCommit((changes, after) => {
      for (const change of changes) {
        if (change.kind === "request.saved" && change.request.state === "applied") {
          this.#applied(change.request, before, after);
        }
      }
      before = after;
    });
  }

  look(approver: number, request: ChangeRequest): void {
    this.#looks.set(`${approver} ${request.id}`, this.#shownOf(request));
  }

  /** What an approver saw last; undefined if they never looked. */
  seen(approver: number, id: number): Seen | undefined {
    return this.#looks.get(`${approver} ${id}`);
  }

  /** Returns a function that takes this vote back, and restores the one before. */
  voted(approver: number, id: number, kind: SeenVote["kind"], seen: Seen): () => void {
    const votes = this.#votes.get(id) ?? new Map<number, SeenVote>();
    const earlier = votes.get(approver);
    this.#votes.set(id, votes.set(approver, { kind, seen }));
    return () => {
      if (earlier === undefined) {
        votes.delete(approver);
      } else {
        votes.set(approver, earlier);
      }
    };
  }

  withdrew(approver: number, id: number): void {
    this.#votes.get(id)?.delete(approver);
  }

  /** Checks a request that a commit has applied. */
  #applied(request: ChangeRequest, before: State, after: State): void {
    this.appliedCount++;
    const changed = { before: textOf(before, request), after: textOf(after, request) };
    const votes = [...(this.#votes.get(request.id) ?? [])].filter(
      ([approver]) => this.#mayApprove(before, approver) && String(approver) !== request.author.id,
    );
    const matching = votes.filter(
      ([, { kind, seen }]) =>
        kind === "approve" &&
        seen.before === changed.before &&
        seen.after === changed.after &&
        (seen.at === null || seen.at <= this.#world.now),
    );
    for (const policy of before.policies.values()) {
      if (policy.environmentId === request.environmentId || removes(request)) {
        const needed = policy.rules.rules.reduce((sum, { count }) => sum + count, 0);
        expect(matching.length).toBeGreaterThanOrEqual(needed);
      }
    }
    // Nobody stands by another opinion on what was applied.
    const against = votes.filter(
      ([, { kind, seen }]) =>
        kind === "ask" && seen.before === changed.before && seen.revision === request.revision,
    );
    expect(against).toEqual([]);
  }

  #mayApprove({ organizationMembers }: State, userId: number): boolean {
    const role = organizationMembers.get(1)?.get(userId);
    return role !== undefined && roleAtLeast(role, "admin");
  }

  #shownOf(request: ChangeRequest): Seen {
    const { state, now } = this.#world;
    const { apply, revision, base } = request;
    let after = "refused";
    try {
      after = textOf(runSteps(tryCommands({ state, now }, request, hostedGroupPolicy)), request);
    } catch {
      // The page shows the refusal.
    }
    const before = JSON.stringify(
      base.map(({ environmentId, key, own, gates }) => [...[environmentId, key, own, gates]]),
    );
    return {
      ...{ hash: votableHash(request), revision, before, after },
      at: apply.kind === "at" ? apply.at : null,
    };
  }
}

function removes({ commands }: ChangeRequest): boolean {
  return commands.some(({ kind }) => kind === "remove");
}

/** The gates that a request touches, in a state. */
function textOf(state: State, request: ChangeRequest): string {
  const environment = state.environments.get(request.environmentId);
  if (environment === undefined) {
    return "no environment";
  }
  const { base } = basesOf(state, environment, request.commands);
  return JSON.stringify(
    base.map(({ environmentId, key, own, gates }) => [environmentId, key, own, gates]),
  );
}
