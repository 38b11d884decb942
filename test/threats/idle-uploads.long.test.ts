import { afterEach, expect, test } from "bun:test";
import { type Listening, listen } from "../../src/server/listen.ts";
import { submissionOf, TelemetryApi } from "../telemetry/telemetry-api.ts";
import { production, stateWith } from "../telemetry/telemetry-state.ts";

/* Shares of the queue are tested exactly in test/telemetry/uploads.test.ts. */

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const metric = { key: "search", time: Math.floor(now / 1_000), result: true, value: 1 };
const custom = 2;
const third = 3;
const timeoutMs = 10_000;

let api: TelemetryApi | undefined;
let listening: Listening | undefined;
afterEach(async () => {
  await listening?.stop();
  await api?.telemetry.close();
});

/** Telemetry on a port; `clock` decides when uploads have taken too long. */
async function serve() {
  const clock = { ms: 0 };
  api = await TelemetryApi.start({
    state: stateWith({ features: ["search"], customEnvironments: [custom, third] }),
    now: () => now,
    telemetry: { uploads: { timeoutMs, checkEveryMs: 1, monotonicMs: () => clock.ms } },
  });
  listening = listen({ host: "127.0.0.1", port: 0, tls: undefined, fetch: api.fetch });
  return { api, clock, url: listening.url };
}

/** A connection that has sent the head and a part of a body; `ended` resolves with the answer. */
async function halfSent(url: string, environment: number, length: number, sent: number) {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let received = "";
  let rest: Uint8Array = Buffer.from(
    `POST /adapter/telemetry HTTP/1.1\r\nHost: localhost\r\nFlipper-Cloud-Token: ${environment}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${" ".repeat(sent)}`,
  );
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
    socket: {
      data: (_, chunk) => {
        received += chunk.toString("latin1");
      },
      drain(self) {
        rest = rest.subarray(self.write(rest));
      },
      close: () => resolve(received),
      error: () => resolve(received),
    },
  });
  rest = rest.subarray(socket.write(rest));
  return { ended, close: () => socket.terminate() };
}

async function submit(url: string, environment: number): Promise<number> {
  const response = await fetch(`${url}/adapter/telemetry`, {
    method: "POST",
    headers: { "flipper-cloud-token": String(environment), "content-type": "application/json" },
    body: JSON.stringify(submissionOf([metric])),
  });
  await response.bytes();
  return response.status;
}

test("80 half-sent bodies of two tokens stop no other token's telemetry", async () => {
  const { api: started, url } = await serve();
  const half = 512 * 1_024;
  const uploads = await Promise.all(
    [production, custom].flatMap((environment) =>
      Array.from({ length: 40 }, () => halfSent(url, environment, 2 * half, half)),
    ),
  );
  // Both tokens have as much as they may, and no more.
  while (started.telemetry.counters.unavailable < 16) {
    await Bun.sleep(1);
  }
  expect(started.telemetry.counters.waitingBytes).toBeLessThanOrEqual(32 * 1_024 * 1_024);
  expect(await submit(url, third)).toBe(202);
  for (const upload of uploads) {
    upload.close();
  }
  while (started.telemetry.counters.waiting > 0) {
    await Bun.sleep(1);
  }
  expect(started.telemetry.counters.waitingBytes).toBe(0);
  expect(await submit(url, production)).toBe(202);
});

test.each([
  ["small", 1_000],
  ["large", 200_000],
])(
  "a %s body that does not arrive is answered 408, and its connection closed",
  async (_, length) => {
    const { api: started, clock, url } = await serve();
    const { ended } = await halfSent(url, production, length, 10);
    while (started.telemetry.counters.waiting === 0) {
      await Bun.sleep(1);
    }
    clock.ms += timeoutMs;
    const received = await ended;
    expect(received).toStartWith("HTTP/1.1 408 ");
    expect(received).toContain('"code":"request_timeout"');
    expect(started.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, refused: 1 });
    expect(await started.totals()).toEqual({});
    expect(await submit(url, production)).toBe(202);
  },
);
