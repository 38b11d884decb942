import { expect, test } from "bun:test";
import type { Change } from "../../src/core/model/change.ts";
import type {
  CommentQuery,
  RequestQuery,
  RolloutQuery,
} from "../../src/storage/governance-queries.ts";
import { batchOf } from "./batch-of.ts";
import {
  editOf,
  fullRequest,
  sampleComment,
  samplePolicy,
  sampleRequest,
} from "./governance-examples.ts";
import { fullRollout, sampleRollout } from "./rollout-examples.ts";
import { environment, feature, foundation } from "./sample-entities.ts";
import type { MediumKind } from "./storage-contract.ts";

const all: RequestQuery = { environmentId: 1, states: null, before: 1_000, limit: 100 };

/** What a storage tells of requests that have ended, and of comments. */
export function governanceContract(kind: MediumKind): void {
  test("requests are those of their environment, latest first, and ended ones too", async () => {
    const requests = [
      sampleRequest(1),
      { ...fullRequest, state: "applied", endedAt: 9_900 },
      sampleRequest(3, { environmentId: 7 }),
      sampleRequest(4, { state: "expired" }),
    ] as const;
    using medium = kind.make();
    const { storage } = await medium.open();
    const saved = requests.map((request): Change => ({ kind: "request.saved", request }));
    const created: Change = { kind: "environment.created", environment: environment(7) };
    await storage.commit(batchOf([...foundation, created, ...saved]));
    const ids = async (query: Partial<RequestQuery>) =>
      (await storage.reads.requests({ ...all, ...query })).map(({ id }) => id);
    expect(await storage.reads.request(2)).toEqual(requests[1]);
    expect(await storage.reads.request(9)).toBe(null);
    expect(await ids({})).toEqual([4, 2, 1]);
    expect(await ids({ before: 4, limit: 1 })).toEqual([2]);
    expect(await ids({ states: ["expired", "open"] })).toEqual([4, 1]);
    expect(await ids({ environmentId: 7 })).toEqual([3]);
    await storage.commit(batchOf([{ kind: "environment.deleted", environmentId: 7 }]));
    expect(await ids({ environmentId: 7 })).toEqual([]);
    expect(await storage.reads.request(3)).toBe(null);
    await storage.close();
  });

  test("requests and comments are gone with their environment, also if it is created again", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    const created: Change = { kind: "environment.created", environment: environment(7) };
    const there = { environmentId: 7 };
    await storage.commit(
      batchOf([
        ...foundation,
        created,
        { kind: "policy.saved", policy: samplePolicy(7) },
        { kind: "request.saved", request: sampleRequest(1, there) },
        { kind: "comment.saved", comment: sampleComment(1, there) },
        { kind: "environment.deleted", environmentId: 7 },
        created,
        { kind: "request.saved", request: sampleRequest(2, there) },
      ]),
    );
    const found = await storage.reads.requests({ ...all, environmentId: 7 });
    expect(found.map(({ id }) => id)).toEqual([2]);
    expect(await storage.reads.comments({ subject: "request:1", after: 0, limit: 10 })).toEqual([]);
    await storage.close();
  });

  test("rollouts are those of their environment, latest first, and ended ones too", async () => {
    const rollouts = [
      sampleRollout(1),
      { ...fullRollout, state: "stopped", endedAt: 9_900 },
      sampleRollout(3, { environmentId: 7 }),
      sampleRollout(4, { state: "done", key: "é" }),
    ] as const;
    using medium = kind.make();
    const { storage } = await medium.open();
    const saved = rollouts.map((rollout): Change => ({ kind: "rollout.saved", rollout }));
    const created: Change = { kind: "environment.created", environment: environment(7) };
    await storage.commit(batchOf([...foundation, created, ...saved]));
    const everything = { environmentId: 1, key: null, states: null, before: 1_000, limit: 100 };
    const ids = async (query: Partial<RolloutQuery>) =>
      (await storage.reads.rollouts({ ...everything, ...query })).map(({ id }) => id);
    expect(await storage.reads.rollout(2)).toEqual(rollouts[1]);
    expect(await storage.reads.rollout(9)).toBe(null);
    expect(await ids({})).toEqual([4, 2, 1]);
    expect(await ids({ before: 4, limit: 1 })).toEqual([2]);
    expect(await ids({ states: ["done", "running"] })).toEqual([4, 1]);
    expect(await ids({ key: "é" })).toEqual([4]);
    expect(await ids({ environmentId: 7 })).toEqual([3]);
    await storage.commit(batchOf([{ kind: "environment.deleted", environmentId: 7 }]));
    expect(await ids({ environmentId: 7 })).toEqual([]);
    expect(await storage.reads.rollout(3)).toBe(null);
    await storage.close();
  });

  test("comments are those on their subject, oldest first", async () => {
    const comments = [1, 2, 3, 4].map((id) =>
      sampleComment(id, { subject: id === 3 ? "request:9" : "request:1", text: `é${id}` }),
    );
    using medium = kind.make();
    const { storage } = await medium.open();
    const saved = comments.map((comment): Change => ({ kind: "comment.saved", comment }));
    await storage.commit(batchOf([...foundation, ...saved]));
    const query: CommentQuery = { subject: "request:1", after: 0, limit: 10 };
    const ids = async (asked: Partial<CommentQuery>) =>
      (await storage.reads.comments({ ...query, ...asked })).map(({ id }) => id);
    expect(await storage.reads.comments({ ...query, limit: 1 })).toEqual(comments.slice(0, 1));
    expect(await ids({})).toEqual([1, 2, 4]);
    expect(await ids({ after: 1, limit: 1 })).toEqual([2]);
    expect(await ids({ subject: "request:9" })).toEqual([3]);
    expect(await ids({ subject: null, after: 1 })).toEqual([2, 3, 4]);
    expect(await storage.reads.commentCount("request:1")).toBe(3);
    expect(await storage.reads.commentCount("request:2")).toBe(0);
    await storage.close();
  });

  test("an edit changes a comment that exists, also of the same commit, and brings none back", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    const added = (id: number): Change => ({ kind: "comment.saved", comment: sampleComment(id) });
    const deleted = (commentId: number): Change => ({
      ...{ kind: "comment.deleted", commentId, subject: "request:1" },
    });
    await storage.commit(batchOf([...foundation, added(1), added(2), added(3), added(4)]));
    await storage.commit(batchOf([editOf(1), deleted(2), editOf(3), deleted(3), added(5)]));
    await storage.commit(batchOf([editOf(2), deleted(4), editOf(4), editOf(5)]));
    await storage.commit(batchOf([added(6), editOf(6)]));
    const found = await storage.reads.comments({ subject: null, after: 0, limit: 100 });
    const { author, at } = sampleComment(1);
    const edited = { text: "é\u0000", editedAt: 9_200, author, at };
    expect(found).toMatchObject([1, 5, 6].map((id) => ({ id, ...edited })));
    await storage.close();
  });

  test("a deleted comment is gone, and a removed feature takes its comments with it", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    const [first, second] = [feature(11), feature(12)];
    const on = (id: number, subject: string, environmentId: number | null = 1): Change => ({
      ...{ kind: "comment.saved", comment: sampleComment(id, { subject, environmentId }) },
    });
    const all = async () => {
      const found = await storage.reads.comments({ subject: null, after: 0, limit: 100 });
      return found.map(({ id, subject }) => `${id} ${subject}`);
    };
    await storage.commit(
      batchOf([
        ...foundation,
        { kind: "feature.saved", feature: first },
        { kind: "feature.saved", feature: second },
        ...[on(1, "feature:11"), on(2, "feature:12"), on(3, "act:1", null), on(4, "request:1")],
      ]),
    );
    await storage.commit(
      batchOf([
        on(5, "feature:11"),
        { kind: "feature.removed", feature: first },
        on(6, "request:1"),
        { kind: "comment.deleted", commentId: 4, subject: "request:1" },
        { kind: "comment.deleted", commentId: 6, subject: "request:1" },
      ]),
    );
    expect(await all()).toEqual(["2 feature:12", "3 act:1"]);
    await storage.commit(batchOf([{ kind: "feature.removed", feature: second }]));
    expect(await all()).toEqual(["3 act:1"]);
    await storage.close();
  });
}
