import { expect, test } from "bun:test";
import {
  limitBodyTime,
  withBodyTimeOf,
  withinBodyTime,
} from "../../../src/http/request/body-time.ts";
import { readBody } from "../../../src/http/request/request-body.ts";
import { requestForElysia } from "../../../src/http/request/request-url.ts";

const limits = { bytesMax: 1_000, inflatedBytesMax: 1_000 };

/** A request whose body never ends, and whether the rest of it was refused. */
function endlessRequest(url = "http://localhost/x") {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel() {
      state.isCancelled = true;
    },
  });
  return { state, request: new Request(url, { method: "POST", body }) };
}

test("a body that takes too long is refused, and its rest is not read", async () => {
  const { state, request } = endlessRequest();
  limitBodyTime(request, 1);
  await expect(readBody(request, limits)).rejects.toMatchObject({ refusal: "request_timeout" });
  expect(state.isCancelled).toBe(true);
});

test("the copy that Elysia gets has the limit of its request", async () => {
  const { request } = endlessRequest("http://a/x/y");
  limitBodyTime(request, 1);
  const copy = requestForElysia(request, "/x%2Fy");
  expect(copy).not.toBe(request);
  await expect(readBody(copy, limits)).rejects.toMatchObject({ refusal: "request_timeout" });
});

test("a body that arrives is read, with and without a limit", async () => {
  for (const limitMs of [undefined, 60_000]) {
    const request = new Request("http://localhost/x", { method: "POST", body: "abc" });
    if (limitMs !== undefined) {
      limitBodyTime(request, limitMs);
    }
    expect(await readBody(request, limits)).toEqual(new Uint8Array(Buffer.from("abc")));
  }
});

test("a failure to read stays that failure, and a late one is not reported again", async () => {
  const request = new Request("http://localhost/x", { method: "POST" });
  limitBodyTime(request, 1);
  const failed = Promise.reject(new Error("cut off"));
  await expect(withinBodyTime(request, failed)).rejects.toThrow("cut off");
  const late = Promise.withResolvers<never>();
  const copy = withBodyTimeOf(request, new Request("http://localhost/y"));
  const timedOut = withinBodyTime(copy, late.promise);
  await expect(timedOut).rejects.toMatchObject({ refusal: "request_timeout" });
  late.reject(new Error("The connection was closed"));
  await Bun.sleep(0);
});

test("each of several bodies has its own limit", async () => {
  const arriving = [60_000, 1, 8].map((limitMs) => {
    const request = new Request("http://localhost/x", { method: "POST" });
    limitBodyTime(request, limitMs);
    const arrival = Promise.withResolvers<string>();
    return { arrival, outcome: withinBodyTime(request, arrival.promise) };
  });
  const [long, ...short] = arriving;
  for (const { outcome } of short) {
    await expect(outcome).rejects.toMatchObject({ refusal: "request_timeout" });
  }
  long?.arrival.resolve("arrived");
  expect(await long?.outcome).toBe("arrived");
});
