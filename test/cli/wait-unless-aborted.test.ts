import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { waitUnlessAborted } from "../../src/cli/wait-unless-aborted.ts";

const never = 2 ** 31 - 1;

test("a wait leaves no listener behind, however it ends", async () => {
  const { signal, ...controller } = started();
  for (let waits = 0; waits < 20; waits++) {
    await waitUnlessAborted(0, signal);
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const waiting = waitUnlessAborted(never, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  await waiting;
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("a signal that is aborted already ends it at once", async () => {
  const { signal, abort } = started();
  abort();
  await waitUnlessAborted(never, signal);
});

function started() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
