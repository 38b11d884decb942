import { expect, test } from "bun:test";
import { CommitOrder, newBatchId } from "../../../src/app/writer/commit-order.ts";
import { NoticedCommits } from "../../../src/app/writer/noticed-commits.ts";
import { untilMayCommit } from "../../../src/app/writer/until-may-commit.ts";

const [first, second, third] = ["11111111", "22222222", "33333333"] as const;

/** The second of three processes at position 3, after each of them has committed. */
function waiting(hasLost: boolean) {
  const order = new CommitOrder(second);
  const log = [third, first, second, third, first].map(newBatchId);
  const followed = { position: 0 };
  const reads: number[] = [];
  const catchUp = async (through = log.length) => {
    reads.push(through);
    const read = log.slice(followed.position, through);
    for (const batchId of read) {
      order.committed(batchId, performance.now());
    }
    followed.position += read.length;
  };
  const news = new NoticedCommits();
  const wait = { order, news, followed, commits: { catchUp }, reads, log };
  return catchUp(3).then(() => {
    if (hasLost) {
      order.lost();
    }
    reads.length = 0;
    return wait;
  });
}

test("a process that lost a race waits for one commit of each other process, and reads them at once", async () => {
  const wait = await waiting(true);
  const turn = untilMayCommit(wait);
  wait.news.notice(4);
  await Bun.sleep(0);
  expect(wait.reads).toEqual([]);
  wait.news.notice(5);
  await turn;
  expect(wait.reads).toEqual([5]);
  expect(wait.followed.position).toBe(5);
  expect(wait.order.isOrdered).toBe(true);
});

test("processes that do not commit are waited for once, for some milliseconds", async () => {
  const wait = await waiting(true);
  await untilMayCommit(wait);
  expect(wait.reads).toEqual([]);
  expect(wait.order.isOrdered).toBe(false);
});

test("without a lost race nobody is waited for, but commits that were told of are read", async () => {
  const wait = await waiting(false);
  await untilMayCommit(wait);
  expect(wait.reads).toEqual([]);
  wait.news.notice(4);
  await untilMayCommit(wait);
  expect(wait.reads).toEqual([4]);
});

test("a commit that was told of and is not there is asked for once", async () => {
  const wait = await waiting(false);
  wait.log.length = 3;
  wait.news.notice(4);
  await untilMayCommit(wait);
  expect(wait.reads).toEqual([4]);
  expect(wait.news.latest).toBe(0);
});

test("others who never pause are not waited for without end", async () => {
  const wait = await waiting(true);
  const { catchUp } = wait.commits;
  wait.commits.catchUp = async (through) => {
    await catchUp(through);
    wait.log.push(newBatchId(third));
    wait.news.notice(wait.log.length);
  };
  wait.news.notice(4);
  await untilMayCommit(wait);
  expect(wait.reads.length).toBe(3);
});
