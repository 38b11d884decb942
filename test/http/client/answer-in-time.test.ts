import { expect, test } from "bun:test";
import { answerInTime } from "../../../src/http/client/answer-in-time.ts";

/** The signal of a request that was answered with this type. */
async function signalOf(type: string): Promise<AbortSignal> {
  const signals: AbortSignal[] = [];
  await answerInTime(1, undefined, async (signal) => {
    signals.push(signal);
    return new Response("", { headers: { "content-type": type } });
  });
  return signals[0] ?? expect.unreachable();
}

test("an answer must arrive in time as a whole, unless it is a stream of any length", async () => {
  const types = ["text/event-stream", "application/jsonl", "application/jsonl;charset=utf-8"];
  const streams = await Promise.all(types.map(signalOf));
  const whole = await signalOf("application/json");
  await new Promise((resolve) => whole.addEventListener("abort", resolve));
  expect(streams.map(({ aborted }) => aborted)).toEqual([false, false, false]);
});
