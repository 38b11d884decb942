import { expect, test } from "bun:test";
import { CommentService } from "../../../src/app/services/comment-service.ts";
import { failureOf } from "../../contract/failure-of.ts";
import { startServices } from "./service-fixture.ts";

test("a bounded number of changes waits for a storage that does not answer", async () => {
  await using fixture = await startServices();
  const { services, production } = fixture;
  const storage = Promise.withResolvers<number>();
  const reads = { ...services.reads, commentCount: () => storage.promise };
  const comments = new CommentService(reads, services.writer);
  const on = { kind: "act", id: 1 } as const;
  const add = (id: string) => {
    const caller = { ...production, actor: { type: "User", id } as const };
    return comments.add(caller, on, "x");
  };
  const waiting = Array.from({ length: 21 }, () => add("1"));
  expect(await failureOf(add("1"))).toMatchObject({ refusal: "unavailable", retryAfterSeconds: 5 });
  const others = Array.from({ length: 20 }, () => add("2"));
  expect(await failureOf(add("3"))).toMatchObject({ refusal: "unavailable" });
  storage.resolve(0);
  expect(await Promise.all([...waiting, ...others])).toHaveLength(41);
  expect(await add("3")).toMatchObject({ id: 42 });
});
