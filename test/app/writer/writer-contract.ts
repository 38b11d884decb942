import { describe, expect, test } from "bun:test";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import type { Draft } from "../../../src/core/model/draft.ts";
import type { State } from "../../../src/core/model/state.ts";
import { plainState } from "../../contract/plain-state.ts";
import { changesNeedingPermit, protectedStart } from "./protected-writes.ts";
import { creating } from "./writer-fixture.ts";

/** Where writers keep what they commit. */
export interface WriterMedium extends AsyncDisposable {
  /** A writer on what is kept. */
  open(): Promise<Writer>;
  /** What is kept, loaded anew. */
  load(): Promise<State>;
}

/** What every writer does. A `describe` of its own holds it. */
export function writerContract(name: string, start: () => Promise<WriterMedium>): void {
  describe(name, () => {
    test("each command runs on the state after the one before, and is kept when it is answered", async () => {
      await using medium = await start();
      const writer = await medium.open();
      await writer.submit(firstStart);
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, index) => writer.submit(creating(`key-${index}`))),
      );
      expect(answers).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
      expect(plainState(await medium.load())).toEqual(plainState(writer.state));
      await writer.close();
    });

    test("a refused command changes nothing, and hinders none of those that share its commit", async () => {
      await using medium = await start();
      const writer = await medium.open();
      await writer.submit(firstStart);
      const refusal = new GatehouseError("feature_not_found");
      const [first, refused, long, second] = await Promise.allSettled([
        writer.submit(creating("a")),
        writer.submit((draft) => {
          creating("half")(draft);
          throw refusal;
        }),
        writer.submitInSteps(function* (draft) {
          for (const key of ["b", "c", "d"]) {
            creating(key)(draft);
            yield;
          }
          return draft.changes.length;
        }),
        writer.submit(creating("e")),
      ]);
      expect(first).toEqual({ status: "fulfilled", value: 1 });
      expect(refused).toEqual({ status: "rejected", reason: refusal });
      expect(long).toEqual({ status: "fulfilled", value: 3 });
      expect(second).toEqual({ status: "fulfilled", value: 5 });
      const kept = await medium.load();
      expect([...(kept.features.get(1)?.keys() ?? [])].toSorted()).toEqual([..."abcde"]);
      await writer.close();
    });

    test("a change of a protected environment without a permit is an error, and nothing is kept", async () => {
      await using medium = await start();
      const writer = await medium.open();
      await writer.submit(firstStart);
      await writer.submit(protectedStart);
      const { state } = writer;
      for (const [name, changes] of Object.entries(changesNeedingPermit(state))) {
        const commands = [undefined, { kind: "bypass" } as const].map((permit) => {
          return (draft: Draft) => {
            for (const change of changes) {
              draft.record(change);
            }
            if (permit !== undefined) {
              for (const id of state.policies.keys()) {
                draft.permit(id, permit);
              }
              // So that the next case starts from the same state.
              throw new GatehouseError("feature_not_found");
            }
          };
        });
        const [forgotten, permitted, long] = await Promise.allSettled([
          ...commands.map((command) => writer.submit(command)),
          writer.submitInSteps(function* (draft) {
            commands[0]?.(draft);
            yield;
          }),
        ]);
        for (const outcome of [forgotten, long]) {
          const reason = outcome?.status === "rejected" ? outcome.reason : name;
          expect(reason).toHaveProperty("message", expect.stringContaining("without a permit"));
          expect(reason).not.toBeInstanceOf(GatehouseError);
        }
        expect(permitted).toMatchObject({ reason: { refusal: "feature_not_found" } });
      }
      expect(writer.state).toBe(state);
      await writer.close();
      expect(plainState(await medium.load())).toEqual(plainState(state));
    });

    test("a command whose changes cannot be stored is refused alone", async () => {
      await using medium = await start();
      const writer = await medium.open();
      await writer.submit(firstStart);
      const outcomes = await Promise.allSettled(
        ["a", "lost", "b"].map((key) =>
          writer.submit((draft) => {
            creating(key)(draft);
            if (key === "lost") {
              draft.record({ kind: "group.added", projectId: 1, name: "kept?" });
              draft.record({
                kind: "organization.member_saved",
                organizationId: 1,
                userId: 999,
                role: "viewer",
              });
            }
          }),
        ),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      const kept = await medium.load();
      expect([...(kept.features.get(1)?.keys() ?? [])].toSorted()).toEqual(["a", "b"]);
      expect(kept.groups.get(1)?.size ?? 0).toBe(0);
      expect(plainState(kept)).toEqual(plainState(writer.state));
      await writer.close();
    });

    test("listeners are told of each commit before it is answered, and whose it is", async () => {
      await using medium = await start();
      const writer = await medium.open();
      const told: unknown[] = [];
      const stop = writer.onCommit((changes, state, { isOwn }) => {
        expect(state).toBe(writer.state);
        told.push([isOwn, ...changes.map(({ kind }) => kind)]);
      });
      await writer.submit(firstStart);
      told.length = 0;
      const before = writer.position;
      await writer.submit(creating("a"));
      expect(told).toEqual([[true, "feature.saved"]]);
      expect(writer.position).toBe(before + 1);
      stop();
      await writer.submit(creating("b"));
      expect(told).toHaveLength(1);
      await writer.close();
      await expect(writer.submit(creating("c"))).rejects.toMatchObject({ refusal: "unavailable" });
    });

    test("a writer that opens later goes on with ids and revisions", async () => {
      await using medium = await start();
      const first = await medium.open();
      await first.submit(firstStart);
      await first.submit(creating("a"));
      const revision = first.state.revisions.get(1) ?? 0;
      await first.close();
      const second = await medium.open();
      expect(await second.submit(creating("b"))).toBe(2);
      expect(second.state.revisions.get(1)).toBeGreaterThan(revision);
      await second.close();
    });
  });
}

/** What writers do besides that share what they keep with others. */
export function sharedWriterContract(name: string, start: () => Promise<WriterMedium>): void {
  describe(name, () => {
    test("many that start at once on an empty storage make one installation", async () => {
      await using medium = await start();
      const writers = await Promise.all(Array.from({ length: 4 }, () => medium.open()));
      await Promise.all(writers.map((writer) => writer.submit(firstStart)));
      const kept = await medium.load();
      expect(kept.projects.size).toBe(1);
      expect(kept.users.size).toBe(1);
      expect(kept.environments.size).toBe(1);
      for (const writer of writers) {
        await writer.submit(() => undefined);
        expect(plainState(writer.state)).toEqual(plainState(kept));
        await writer.close();
      }
    });

    test("many that write at once repeat nothing and lose nothing", async () => {
      await using medium = await start();
      const writers = await Promise.all(Array.from({ length: 3 }, () => medium.open()));
      await Promise.all(writers.map((writer) => writer.submit(firstStart)));
      const revisions: number[] = [];
      writers[0]?.onCommit((_, state) => revisions.push(state.revisions.get(1) ?? 0));
      const ids = await Promise.all(
        Array.from({ length: 10 }, async (_, round) => {
          const answers: number[] = [];
          for (const [index, writer] of writers.entries()) {
            answers.push(await writer.submit(creating(`${round}-${index}`)));
          }
          return answers;
        }),
      );
      expect(ids.flat().toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 1),
      );
      const kept = await medium.load();
      expect(kept.features.get(1)?.size).toBe(30);
      for (const writer of writers) {
        // It changes nothing, so it is answered from the newest state.
        await writer.submit(() => undefined);
        expect(plainState(writer.state)).toEqual(plainState(kept));
      }
      expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
      expect(new Set(revisions).size).toBe(revisions.length);
      await Promise.all(writers.map((writer) => writer.close()));
    });

    test("an answer comes from the newest state, whoever made it", async () => {
      await using medium = await start();
      const [here, there] = [await medium.open(), await medium.open()];
      await here.submit(firstStart);
      for (let index = 0; index < 10; index++) {
        await here.submit(creating(`key-${index}`));
        const seen = await there.submit(({ state }) => state.features.get(1)?.size);
        expect(seen).toBe(index + 1);
      }
      await Promise.all([here.close(), there.close()]);
    });
  });
}
