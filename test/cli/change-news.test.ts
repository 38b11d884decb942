import { expect, test } from "bun:test";
import { ApiRefusal } from "../../src/cli/api-client/api-failure.ts";
import { followChangeNews } from "../../src/cli/api-client/change-news.ts";
import { waitUnlessAborted } from "../../src/cli/wait-unless-aborted.ts";

/** A server whose streams are written by hand; the time stands still unless `pass` is called. */
function scripted(answers: readonly (() => Response | Promise<Response>)[]) {
  const controller = new AbortController();
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  let asked = 0;
  const open = async () => {
    asked++;
    const answer = answers[asked - 1];
    return answer === undefined ? new Promise<Response>(() => undefined) : answer();
  };
  const news = followChangeNews({
    open,
    wait: async (ms, signal) => {
      const passed = Promise.withResolvers<void>();
      waits.push({ ms, end: passed.resolve });
      await Promise.race([passed.promise, waitUnlessAborted(2 ** 30, signal)]);
    },
    signal: controller.signal,
  });
  return {
    news,
    waits,
    asked: () => asked,
    /** Ends all waits of so many milliseconds. */
    pass(ms: number) {
      for (const wait of waits.filter((each) => each.ms === ms)) {
        wait.end();
      }
    },
    end: () => controller.abort(),
  };
}

function written() {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller;
    },
  });
  return {
    answer: () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
    write: (text: string) => sink?.enqueue(new TextEncoder().encode(text)),
    close: () => sink?.close(),
    fail: () => sink?.error(new Error("closed")),
  };
}

/** Whether a promise is settled when all that can go on has gone on. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  for (let turn = 0; turn < 20; turn++) {
    await Bun.sleep(0);
  }
  return settled;
}

test("while a stream is open only its events are news, in whatever parts they come", async () => {
  const stream = written();
  const { news, end } = scripted([stream.answer]);
  await news.next();
  for (const [parts, isNews] of [
    [["retry: 1000\n\n", "id: a-1\n: open\n\n"], false],
    [[": still here\n\n"], false],
    [["id: a-2\ndata: {}\n\n"], true],
    [["id: a-3\nda", 'ta: {"keys":["data: x"]', "}\n\n"], true],
    [[": data: x\n\n"], false],
    [["event: refetch\ndata: {}\n\n"], true],
  ] as const) {
    const next = news.next();
    for (const part of parts) {
      stream.write(part);
    }
    expect(await isSettled(next)).toBe(isNews);
    if (!isNews) {
      stream.write("data: {}\n\n");
      await next;
    }
  }
  end();
});

test("events between two calls are one piece of news", async () => {
  const stream = written();
  const { news, end } = scripted([stream.answer]);
  await news.next();
  stream.write("data: {}\n\n");
  await Bun.sleep(0);
  stream.write("data: {}\n\n");
  await Bun.sleep(0);
  await news.next();
  expect(await isSettled(news.next())).toBe(false);
  end();
});

test.each([400, 401, 403, 404, 405, 429, 500, 503])(
  "a server that answers %d is polled every second, and asked again after a minute",
  async (status) => {
    const stream = written();
    const { news, waits, pass, asked, end } = scripted([
      () => Promise.reject(new ApiRefusal({ status, code: null, message: "no", path: "/" })),
      stream.answer,
    ]);
    const next = news.next();
    expect(await isSettled(next)).toBe(false);
    expect(waits.map(({ ms }) => ms).sort()).toEqual([1_000, 60_000]);
    pass(1_000);
    await next;
    expect(asked()).toBe(1);
    const later = news.next();
    pass(60_000);
    await later;
    expect(asked()).toBe(2);
    end();
  },
);

test("a stream that ends or breaks is news, and is opened again", async () => {
  const streams = [written(), written(), written()] as const;
  const { news, pass, asked, end } = scripted(streams.map(({ answer }) => answer));
  await news.next();
  streams[0].close();
  await news.next();
  expect(asked()).toBe(1);
  const reopened = news.next();
  await isSettled(reopened);
  pass(1_000);
  await reopened;
  await isSettled(Promise.resolve());
  expect(asked()).toBe(2);
  streams[1].fail();
  await news.next();
  await isSettled(Promise.resolve());
  pass(1_000);
  await isSettled(Promise.resolve());
  expect(asked()).toBe(3);
  end();
});

test("a server that cannot be reached is asked again after longer and longer waits", async () => {
  const refuse = () => Promise.reject(new Error("closed"));
  const { news, waits, pass, end } = scripted(Array.from({ length: 7 }, () => refuse));
  const tried: number[] = [];
  for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    await isSettled(Promise.resolve());
    tried.push(waits.at(-1)?.ms ?? 0);
    pass(ms);
  }
  expect(tried).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  news[Symbol.dispose]();
  end();
});

test("it ends at once, also while somebody waits", async () => {
  const { news, asked, end } = scripted([written().answer]);
  await news.next();
  const next = news.next();
  end();
  await next;
  news[Symbol.dispose]();
  expect(asked()).toBe(1);
});
