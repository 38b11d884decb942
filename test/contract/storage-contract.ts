import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { type OpenedStorage, UnstorableChangesError } from "../../src/storage/storage.ts";
import { seeded } from "../fuzz/seed.ts";
import { runsOf } from "../helpers/runs.ts";
import { auditContract } from "./audit-contract.ts";
import { batchOf } from "./batch-of.ts";
import { changeExamples } from "./change-examples.ts";
import { changeSequences } from "./change-sequences.ts";
import { commitContract } from "./commit-contract.ts";
import { failureOf } from "./failure-of.ts";
import { governanceContract } from "./governance-contract.ts";
import { historyContract } from "./history-contract.ts";
import { plainState } from "./plain-state.ts";
import { recordContract } from "./record-contract.ts";
import {
  audit,
  environment,
  feature,
  foundation,
  fullGates,
  link,
  passkey,
  password,
  session,
  token,
  written,
} from "./sample-entities.ts";
import { webhookContract } from "./webhook-contract.ts";

const runs = runsOf(4);

/** A place where an adapter stores data; every `open` loads what was committed there. */
export interface Medium extends Disposable {
  open(): Promise<OpenedStorage>;
  /** Loads what was committed, in the cheapest way; nothing is committed through it. */
  load(): Promise<OpenedStorage>;
}

export interface MediumKind {
  readonly name: string;
  make(): Medium;
  /** Whether the data remains after a storage is closed. */
  readonly outlivesClosing: boolean;
  /** Whether audits have hashes; true by default. */
  readonly hashesAudits?: boolean;
}

/** The contract of every adapter of the storage port. */
export function storageContract(kind: MediumKind): void {
  describe(kind.name, () => {
    openingContract(kind);
    refusalContract(kind);
    commitContract(kind);
    auditContract(kind);
    historyContract(kind);
    webhookContract(kind);
    recordContract(kind);
    governanceContract(kind);
    if (kind.outlivesClosing) {
      keepingContract(kind);
    }
  });
}

function openingContract(kind: MediumKind): void {
  test("a new storage is empty", async () => {
    using medium = kind.make();
    const { storage, state } = await medium.open();
    expect(plainState(state)).toEqual(plainState(emptyState));
    await storage.close();
  });

  test("committing no changes and closing twice are allowed", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf([]));
    await storage.close();
    await storage.close();
  });
}

/** Each change refers to a missing entity, or creates an existing one. */
const impossible: Readonly<Record<string, Change>> = {
  "a feature of a missing project": {
    kind: "feature.saved",
    feature: feature(9, { projectId: 999, key: "other" }),
  },
  "gates in a missing environment": written(999, null, fullGates),
  "gates of a missing feature": {
    kind: "gates.written",
    environmentId: 1,
    feature: feature(999),
    before: null,
    after: fullGates,
  },
  "a token of a missing environment": {
    kind: "token.saved",
    token: token(9, { environmentId: 999 }),
  },
  "a missing user as a member": {
    kind: "organization.member_saved",
    organizationId: 1,
    userId: 999,
    role: "viewer",
  },
  "a password of a missing user": { kind: "password.saved", password: password(999) },
  "a link of a missing user": { kind: "sign_in_link.saved", link: link(999) },
  "a session of a missing user": {
    kind: "session.saved",
    session: session("x", { userId: 999 }),
  },
  "a passkey of a missing user": {
    kind: "passkey.saved",
    passkey: passkey("x", { userId: 999 }),
  },
  "an audit in a missing environment": {
    kind: "audit.recorded",
    audit: audit({ environmentId: 999 }),
  },
  "an environment with a used slug": {
    kind: "environment.created",
    environment: environment(9, { slug: "environment-2" }),
  },
};

function refusalContract(kind: MediumKind): void {
  const before: readonly Change[] = [
    { kind: "feature.saved", feature: feature(5) },
    { kind: "audit.recorded", audit: audit({ featureKey: "lost" }) },
  ];

  test.each(Object.entries(impossible))("stores nothing of a commit with %s", async (_, change) => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    for (const changes of [
      [...before, change],
      [change, ...before],
    ]) {
      const failure = await failureOf(storage.commit(batchOf(changes)));
      expect(failure).toBeInstanceOf(UnstorableChangesError);
    }
    // The same id and the same first sequence can still be used.
    const next: readonly Change[] = [
      { kind: "feature.saved", feature: feature(5, { key: "kept" }) },
      { kind: "audit.recorded", audit: audit({ featureKey: "kept" }) },
    ];
    await storage.commit(batchOf(next));
    const history = await storage.reads.audits({
      environmentId: 1,
      keys: null,
      latestMax: null,
      offset: 0,
      limit: 10,
    });
    expect(history).toEqual([{ ...audit({ featureKey: "kept" }), sequence: 1 }]);
    await storage.close();
    if (kind.outlivesClosing) {
      await expectKept(medium, stateAfter([...foundation, ...next]));
    }
  });
}

function keepingContract(kind: MediumKind): void {
  for (const [changeKind, rows] of Object.entries(changeExamples)) {
    test.each(Object.entries(rows))(`stores ${changeKind}: %s`, async (_, changes) => {
      using medium = kind.make();
      const { storage } = await medium.open();
      await storage.commit(batchOf(foundation));
      await storage.commit(batchOf(changes));
      await storage.close();
      await expectKept(medium, stateAfter([...foundation, ...changes]));
    });
  }

  test("stores the last id of each kind, so that the ids of deleted entities are not used again", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(
      batchOf([
        ...foundation,
        { kind: "environment.created", environment: environment(50) },
        { kind: "token.saved", token: token(60, { environmentId: 50 }) },
        { kind: "feature.saved", feature: feature(70) },
      ]),
    );
    await storage.commit(
      batchOf([
        { kind: "feature.removed", feature: feature(70) },
        { kind: "environment.deleted", environmentId: 50 },
      ]),
    );
    await storage.close();
    const reopened = await medium.open();
    expect(reopened.state.lastIds).toMatchObject({ environment: 50, token: 60, feature: 70 });
    expect(reopened.state.tokens.has("hash-60")).toBe(false);
    await reopened.storage.close();
  });

  test(
    "the loaded state equals the state after the changes, for all changes",
    async () => {
      await fc.assert(
        fc.asyncProperty(changeSequences, async (sequence) => {
          using medium = kind.make();
          let { storage } = await medium.open();
          for (const changes of sequence) {
            await storage.commit(batchOf(changes));
          }
          await storage.close();
          const expected = stateAfter(sequence.flat());
          await expectKept(medium, expected);
          // Once more on the loaded state: nothing may depend on the process that wrote it.
          const more: Change = { kind: "revision.advanced", projectId: 1, revision: 2 ** 52 };
          storage = (await medium.open()).storage;
          await storage.commit(batchOf([more]));
          await storage.close();
          await expectKept(medium, applyChange(expected, more));
        }),
        { numRuns: runs, ...seeded },
      );
    },
    { timeout: 180_000 + runs * 500 },
  );
}

async function expectKept(medium: Medium, expected: State): Promise<void> {
  const { storage, state } = await medium.load();
  try {
    expect(plainState(state)).toStrictEqual(plainState(expected));
  } finally {
    await storage.close();
  }
}

function stateAfter(changes: readonly Change[]): State {
  return changes.reduce(applyChange, emptyState);
}
