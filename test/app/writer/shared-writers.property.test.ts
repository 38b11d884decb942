import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Command } from "../../../src/app/writer/writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import type { LoggedChange } from "../../../src/core/model/logged-change.ts";
import { plainState } from "../../contract/plain-state.ts";
import { audit, feature } from "../../contract/sample-entities.ts";
import { seeded } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import type { SharedMemory } from "../../helpers/shared-memory.ts";
import { type SharedNode, startSharedWriters } from "./shared-writers.ts";

const runs = runsOf(6);
/** Some commands are refused in a run, and not all of them. */
const waitMs = 100;
const nodeCount = 3;

const steps = fc.array(
  fc.record({
    node: fc.nat({ max: nodeCount - 1 }),
    kind: fc.oneof(
      { arbitrary: fc.constantFrom("write", "create", "refuse"), weight: 8 },
      { arbitrary: fc.constant("wait"), weight: 3 },
      {
        arbitrary: fc.constantFrom(
          ...(["kept in doubt", "lost in doubt", "unreachable", "away", "back"] as const),
          ...(["deaf", "hears", "slow", "trim", "clock"] as const),
        ),
        weight: 5,
      },
    ),
    amount: fc.integer({ min: -90_000_000, max: 90_000_000 }),
  }),
  { minLength: 10, maxLength: 60 },
);
type Step = typeof steps extends fc.Arbitrary<(infer Planned)[]> ? Planned : never;

/** Adds an actor to a feature that all commands change, with an audit. */
function writing(name: string): Command<string> {
  return (draft) => {
    const known = draft.state.toggles.get(1)?.get("feature-1")?.gates ?? null;
    const before = known ?? closedGates;
    const after = { ...before, actors: sortedSet([...before.actors, name]) };
    draft.record({
      kind: "gates.written",
      environmentId: 1,
      feature: feature(1),
      before: known,
      after,
    });
    draft.record({ kind: "audit.recorded", audit: audit({ environmentId: 1, value: name }) });
    return name;
  };
}

function creatingAudited(name: string): Command<number> {
  return (draft) => {
    const id = draft.nextId("feature");
    draft.record({ kind: "feature.saved", feature: feature(id, { key: name }) });
    draft.record({ kind: "audit.recorded", audit: audit({ environmentId: 1, value: name }) });
    return id;
  };
}

const refusing: Command<never> = () => {
  throw new GatehouseError("feature_not_found");
};

/** What became of a command, by its name. */
type Outcomes = Map<string, { readonly answer?: unknown; readonly error?: unknown }>;

class Run {
  readonly outcomes: Outcomes = new Map();
  readonly #shared: SharedMemory;
  readonly #nodes: readonly SharedNode[];
  readonly #answers: Promise<unknown>[] = [];

  constructor(shared: SharedMemory, nodes: readonly SharedNode[]) {
    this.#shared = shared;
    this.#nodes = nodes;
  }

  async step({ node, kind, amount }: Step, index: number): Promise<void> {
    const { writer, storage, clock } = this.#nodes[node] ?? fail();
    const name = `command-${index}`;
    switch (kind) {
      case "write":
        this.#await(name, writer.submit(writing(name)));
        break;
      case "create":
        this.#await(name, writer.submit(creatingAudited(name)));
        break;
      case "refuse":
        this.#await(name, writer.submit(refusing));
        break;
      case "kept in doubt":
      case "lost in doubt":
      case "unreachable":
        storage.failNext(kind);
        break;
      case "away":
      case "back":
        storage.isUnreachable = kind === "away";
        break;
      case "deaf":
      case "hears":
        storage.isDeaf = kind === "deaf";
        break;
      case "slow":
        storage.beforeCommits(() => Bun.sleep(Math.abs(amount) % 5));
        break;
      case "trim":
        this.#shared.trim(this.#shared.position - (Math.abs(amount) % 4));
        break;
      case "clock":
        clock.nowMs = 1_800_000_000_000 + amount;
        break;
      case "wait":
        await Bun.sleep(Math.abs(amount) % 30);
        break;
    }
  }

  /** All faults end; resolves when every command is answered and every node has all commits. */
  async heal(): Promise<void> {
    for (const { storage } of this.#nodes) {
      storage.isUnreachable = false;
      storage.isDeaf = false;
    }
    await Promise.all(this.#answers);
    for (const { writer, storage } of this.#nodes) {
      storage.poll();
      while (writer.position < this.#shared.position) {
        await Bun.sleep(1);
      }
    }
  }

  #await(name: string, answer: Promise<unknown>): void {
    this.#answers.push(
      answer.then(
        (value) => this.outcomes.set(name, { answer: value }),
        (error: unknown) => this.outcomes.set(name, { error }),
      ),
    );
  }
}

function fail(): never {
  throw new Error("there is no such node");
}

async function expectConsistent(shared: SharedMemory, run: Run): Promise<void> {
  const logged = shared.commits.flatMap(({ changes }): readonly LoggedChange[] =>
    JSON.parse(changes),
  );
  const audits = logged.flatMap((change) =>
    change.kind === "audit.recorded" ? [change.audit.value] : [],
  );
  for (const [name, { answer, error }] of run.outcomes) {
    const count = audits.filter((value) => value === name).length;
    const isUnknown = error instanceof Error && error.message.includes("not known");
    expect([name, count]).toEqual([name, isUnknown ? Math.min(count, 1) : answer ? 1 : 0]);
    const { actors } = shared.state.toggles.get(1)?.get("feature-1")?.gates ?? closedGates;
    const created = shared.state.features.get(1)?.get(name)?.id;
    expect([...actors].includes(name) || created !== undefined).toBe(count === 1);
    if (typeof answer === "number") {
      expect(created).toBe(answer);
    }
  }
  const ids = logged.flatMap((change) =>
    change.kind === "feature.saved" ? change.feature.id : [],
  );
  expect(new Set(ids).size).toBe(ids.length);
  const revisions = logged.flatMap((change) =>
    change.kind === "revision.advanced" && change.projectId === 1 ? change.revision : [],
  );
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  expect(new Set(revisions).size).toBe(revisions.length);
  const kept = await shared.memory.reads.history({
    ...{ environmentId: 1, keys: null, actions: null, actor: null, from: null, to: null },
    ...{
      before: Number.MAX_SAFE_INTEGER,
      after: 0,
      limit: 1_000,
      withLarge: false,
      withExpressions: true,
    },
  });
  expect(kept.audits.map(({ sequence }) => sequence).toReversed()).toEqual(
    audits.map((_, index) => index + 1),
  );
  expect(shared.state.auditSequences.get(1) ?? 0).toBe(audits.length);
}

test("three writers with faults: every answer is true, and all have the same state", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (planned) => {
      await using cluster = await startSharedWriters(nodeCount, waitMs);
      const { shared, nodes } = cluster;
      const run = new Run(shared, nodes);
      for (const [index, step] of planned.entries()) {
        await run.step(step, index);
      }
      await run.heal();
      await expectConsistent(shared, run);
      for (const { writer } of nodes) {
        expect(plainState(writer.state)).toEqual(plainState(shared.state));
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 60_000, ...seeded },
  );
}, 600_000);
