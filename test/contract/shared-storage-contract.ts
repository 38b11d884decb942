import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Change } from "../../src/core/model/change.ts";
import {
  LogLostError,
  type SharedStorage,
  StaleBatchError,
} from "../../src/storage/shared-storage.ts";
import { type OpenedStorage, UnstorableChangesError } from "../../src/storage/storage.ts";
import { seeded } from "../fuzz/seed.ts";
import { runsOf } from "../helpers/runs.ts";
import { changeSequences } from "./change-sequences.ts";
import { failureOf } from "./failure-of.ts";
import { plainState } from "./plain-state.ts";
import { audit, feature, foundation, token } from "./sample-entities.ts";
import { SharedPeer } from "./shared-peer.ts";

const runs = runsOf(4);

/** A place that any number of processes open. */
export interface SharedMedium extends AsyncDisposable {
  open(): Promise<OpenedStorage & { readonly storage: SharedStorage }>;
  /** Removes the commits of the log up to a position. */
  trimLog(through: number): Promise<void>;
}

export interface SharedMediumKind {
  readonly name: string;
  make(): SharedMedium;
}

const everything = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1_000 };

function audited(featureKey: string): Change {
  return { kind: "audit.recorded", audit: audit({ featureKey }) };
}

/** The contract of storages that several processes share, beside that of all storages. */
export function sharedStorageContract(kind: SharedMediumKind): void {
  async function peers(count: number) {
    const medium = kind.make();
    const [first, ...others] = await Promise.all(
      Array.from({ length: count }, async () => new SharedPeer(await medium.open())),
    );
    if (first === undefined) {
      throw new Error("No peer was opened");
    }
    await first.change(() => foundation);
    await Promise.all(others.map((peer) => peer.catchUp()));
    const all = [first, ...others];
    return {
      medium,
      all,
      first,
      second: all[1] ?? first,
      async [Symbol.asyncDispose]() {
        await Promise.all(all.map(({ storage }) => storage.close()));
        await medium[Symbol.asyncDispose]();
      },
    };
  }

  /** All peers have the state that a new one loads. */
  async function expectEqual(medium: SharedMedium, all: readonly SharedPeer[]): Promise<void> {
    const { storage, state, position } = await medium.open();
    await storage.close();
    for (const peer of all) {
      await peer.catchUp();
      expect(peer.position).toBe(position);
      expect(plainState(peer.state)).toEqual(plainState(state));
    }
  }

  describe(kind.name, () => {
    test("a batch that was made on an old state is refused with what followed", async () => {
      await using opened = await peers(2);
      const { medium, all, first, second } = opened;
      const stale = second.batchOf([audited("stale")]);
      const kept = [
        await first.change(() => [audited("a")]),
        await first.change(() => [{ kind: "feature.saved", feature: feature(5) }]),
      ];
      const failure = await failureOf(second.storage.commit(stale));
      expect(failure).toBeInstanceOf(StaleBatchError);
      const { commits } = failure as StaleBatchError;
      expect(commits.map(({ batchId }) => batchId)).toEqual(kept.map(({ id }) => id));
      await second.apply(commits);
      await second.change(() => [audited("b")]);
      await expectEqual(medium, all);
      const audits = await first.storage.reads.audits(everything);
      expect(audits.map(({ featureKey }) => featureKey)).toEqual(["b", "a"]);
    });

    test("a batch that is sent again is kept once", async () => {
      await using opened = await peers(2);
      const { medium, all, first, second } = opened;
      for (const isFollowed of [false, true]) {
        const batch = first.batchOf([audited(`once ${isFollowed}`)]);
        const position = await first.storage.commit(batch);
        if (isFollowed) {
          await second.change(() => [audited("after it")]);
        }
        const again = await first.storage.commit(batch).catch((error: unknown) => error);
        if (again instanceof StaleBatchError) {
          expect(again.commits[0]).toMatchObject({ position, batchId: batch.id });
        } else {
          expect({ again, isFollowed }).toEqual({ again: position, isFollowed: false });
        }
        await first.catchUp();
      }
      await expectEqual(medium, all);
      const audits = await first.storage.reads.audits(everything);
      expect(audits.map(({ featureKey }) => featureKey)).toEqual([
        "after it",
        "once true",
        "once false",
      ]);
    });

    test("commits of many are in one order without gaps, and read in parts", async () => {
      await using opened = await peers(3);
      const { medium, all, first } = opened;
      const made = await Promise.all(
        all.map(async (peer, index) => {
          const ids: string[] = [];
          for (let count = 0; count < 20; count++) {
            const key = `${index} ${count}`;
            ids.push((await peer.change(() => [audited(key)])).id);
          }
          return ids;
        }),
      );
      await expectEqual(medium, all);
      const reader = new SharedPeer({ ...first, position: 0 });
      const log: string[] = [];
      for (let position = 0; ; ) {
        const commits = await reader.storage.commitsAfter(position);
        if (commits.length === 0) {
          expect(position).toBe(first.position);
          break;
        }
        for (const commit of commits) {
          expect(commit.position).toBe(position + 1);
          position = commit.position;
          log.push(commit.batchId);
        }
      }
      expect(log.slice(1).toSorted()).toEqual(made.flat().toSorted());
      const audits = await first.storage.reads.audits(everything);
      expect(audits.map(({ sequence }) => sequence).toReversed()).toEqual(
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
    });

    test("a batch that cannot be stored is no commit", async () => {
      await using opened = await peers(2);
      const { medium, all, first, second } = opened;
      const missing: Change = { kind: "token.saved", token: token(9, { environmentId: 999 }) };
      const failure = await failureOf(first.storage.commit(first.batchOf([missing])));
      expect(failure).toBeInstanceOf(UnstorableChangesError);
      expect(await second.catchUp()).toEqual([]);
      await second.commit(second.batchOf([audited("kept")]));
      await expectEqual(medium, all);
    });

    test("before a batch is sent, its process is told so, with the time that it may take", async () => {
      await using opened = await peers(1);
      const { first } = opened;
      const sending = async (audits: number) => {
        const batch = first.batchOf(Array.from({ length: audits }, () => audited("a")));
        const told: number[] = [];
        let isMaking = false;
        await first.commit(batch, {
          progress: {
            onTexts() {
              isMaking = true;
            },
            onSending(extraMs) {
              expect(isMaking).toBe(true);
              told.push(extraMs);
            },
          },
        });
        expect(told).toEqual([expect.any(Number)]);
        return told[0] ?? 0;
      };
      const [small, large] = [await sending(1), await sending(1_000)];
      expect(large).toBeGreaterThanOrEqual(small);
      expect(small).toBeGreaterThanOrEqual(0);
    });

    test("who follows is told of commits of others, until it stops", async () => {
      await using opened = await peers(2);
      const { first, second } = opened;
      const told = Promise.withResolvers<void>();
      let caughtUp: Promise<unknown> = Promise.resolve();
      const stop = second.storage.follow(() => {
        // One after another, as the second of two that run at once finds its commits applied.
        caughtUp = caughtUp
          .then(() => second.catchUp())
          .then((commits) => {
            if (commits.length > 0) {
              told.resolve();
            }
          }, told.reject);
      });
      await first.change(() => [audited("news")]);
      await told.promise;
      stop();
      await caughtUp;
      expect(plainState(second.state)).toEqual(plainState(first.state));
    });

    test("a log that was trimmed is lost to those who did not read it", async () => {
      await using opened = await peers(2);
      const { medium, first, second } = opened;
      await first.change(() => [audited("a")]);
      const { position: trimmed } = first;
      await first.change(() => [audited("b")]);
      await medium.trimLog(trimmed);
      const lost = [
        second.storage.commitsAfter(second.position),
        second.storage.commit(second.batchOf([audited("stale")])),
      ];
      const failures = await Promise.all(lost.map(failureOf));
      expect(failures[0]).toBeInstanceOf(LogLostError);
      expect(failures[1] instanceof LogLostError || failures[1] instanceof StaleBatchError).toBe(
        true,
      );
      expect(await first.storage.commitsAfter(first.position)).toEqual([]);
      expect(await first.storage.commitsAfter(trimmed)).toHaveLength(1);
      const loaded = await second.storage.load();
      const anew = new SharedPeer({ storage: second.storage, ...loaded });
      await anew.change(() => [audited("c")]);
      await first.catchUp();
      expect(plainState(anew.state)).toEqual(plainState(first.state));
    });

    test(
      "those who follow have the state of those who load, for all changes",
      async () => {
        await fc.assert(
          fc.asyncProperty(changeSequences, async ([, ...sequence]) => {
            await using opened = await peers(2);
            const { medium, all, first, second } = opened;
            for (const changes of sequence) {
              await first.change(() => changes);
            }
            await second.catchUp();
            expect(plainState(second.state)).toEqual(plainState(first.state));
            await expectEqual(medium, all);
          }),
          { numRuns: runs, ...seeded },
        );
      },
      { timeout: 180_000 + runs * 1_000 },
    );
  });
}
