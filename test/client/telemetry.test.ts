import { expect, test } from "bun:test";
import { ClientWorld, listAnswer, listed, type SentRequest } from "./client-world.ts";

const features = [listed("search", { boolean: true }), listed("billing")];
const accepted = () => new Response("{}", { status: 202 });
const minuteMs = 60_000;

interface Metric {
  readonly key: string;
  readonly time: number;
  readonly result: boolean;
  readonly value: number;
}

function submission({ body }: SentRequest): { request_id: string; enabled_metrics: Metric[] } {
  return JSON.parse(body);
}

function metricsOf(requests: readonly SentRequest[]): readonly Metric[] {
  return requests.flatMap((request) => submission(request).enabled_metrics);
}

function worldWith(answer: (request: SentRequest) => Response): ClientWorld {
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer(features));
  world.answers.set("/telemetry", answer);
  return world;
}

test("evaluations are counted by minute and submitted every minute, compressed", async () => {
  const world = worldWith(accepted);
  const start = world.now / 1_000;
  const client = world.client();
  await client.ready();
  for (let count = 0; count < 10; count++) {
    client.enabled("search");
    client.enabled("unknown");
  }
  client.enabled("billing", "User;1");
  client.check("billing");
  await world.advance(minuteMs - 1);
  expect(world.sentTo("/telemetry")).toEqual([]);
  await world.advance(1);
  const [request] = world.sentTo("/telemetry");
  expect(request?.method).toBe("POST");
  expect(request?.headers.get("content-encoding")).toBe("gzip");
  expect(request?.headers.get("content-type")).toBe("application/json");
  // As Flipper's own clients say it.
  expect(request?.headers.get("schema-version")).toBe("V1");
  expect(request?.headers.get("flipper-cloud-token")).toBe("secret");
  expect(request && submission(request)).toEqual({
    request_id: expect.stringMatching(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
    ),
    enabled_metrics: [
      { key: "unknown", time: start, result: false, value: 10 },
      { key: "billing", time: start, result: false, value: 2 },
      { key: "search", time: start, result: true, value: 10 },
    ],
  });
  await world.advance(10 * minuteMs);
  expect(world.sentTo("/telemetry").length).toBe(1);
  await client.close();
});

test("each minute is a submission of its own", async () => {
  const world = worldWith(accepted);
  const start = world.now / 1_000;
  const client = world.client();
  await client.ready();
  client.enabled("search");
  await world.advance(minuteMs - 1);
  client.enabled("search");
  await world.advance(1);
  client.enabled("search");
  await client.flush();
  const requests = world.sentTo("/telemetry");
  expect(
    requests.map((request) => metricsOf([request]).map(({ time, value }) => [time, value])),
  ).toEqual([[[start, 2]], [[start + 60, 1]]]);
  expect(new Set(requests.map((request) => submission(request).request_id)).size).toBe(2);
  await client.close();
});

test.each([429, 500, 503, "network"] as const)(
  "what fails with %s is sent again with the same text, five times in all",
  async (failure) => {
    const world = worldWith(() => {
      if (failure === "network") {
        throw new TypeError("fetch failed");
      }
      return new Response("{}", { status: failure });
    });
    world.randomNumber = 0.5;
    const client = world.client();
    await client.ready();
    client.enabled("search");
    const times: number[] = [];
    const start = world.now;
    for (let second = 0; second < 600; second++) {
      await world.advance(1_000);
      while (times.length < world.sentTo("/telemetry").length) {
        times.push((world.now - start) / 1_000);
      }
    }
    expect(times).toEqual([60, 90, 135, 203, 304]);
    const requests = world.sentTo("/telemetry");
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(world.errors.length).toBe(1);
    await client.close();
  },
);

test("waiting is random by half, and the server can make it longer", async () => {
  for (const [randomNumber, retryAfter, seconds] of [
    [0, "0", 15],
    [1, "0", 45],
    [0, "100", 100],
    [0, "soon", 15],
  ] as const) {
    const world = worldWith(
      () => new Response("{}", { status: 503, headers: { "retry-after": retryAfter } }),
    );
    const client = world.client();
    await client.ready();
    client.enabled("search");
    await client.flush();
    world.randomNumber = randomNumber;
    client.enabled("search");
    await client.flush();
    expect(world.sentTo("/telemetry").length).toBe(2);
    const growth = 1.5;
    const wait = Math.max(seconds * (retryAfter === "100" ? 1 : growth), 0) * 1_000;
    await world.advance(wait - 1);
    expect(world.sentTo("/telemetry").length).toBe(2);
    await world.advance(1);
    expect(world.sentTo("/telemetry").length).toBe(3);
    await client.close();
  }
});

test.each([400, 401, 404, 413, 422])(
  "what is refused with %d is not sent again",
  async (status) => {
    const world = worldWith(() => new Response("{}", { status }));
    const client = world.client();
    await client.ready();
    client.enabled("search");
    await world.advance(minuteMs);
    client.enabled("billing");
    await world.advance(minuteMs);
    const requests = world.sentTo("/telemetry");
    expect(requests.map((request) => metricsOf([request]).map(({ key }) => key))).toEqual([
      ["search"],
      ["billing"],
    ]);
    const words = status === 401 ? "not accept the token" : `was answered with ${status}`;
    expect(world.errors).toEqual([expect.stringContaining(words)]);
    await client.close();
  },
);

test("while the server cannot be reached counts wait, and none is lost or counted twice", async () => {
  let isDatabaseUnreachable = true;
  const world = worldWith(() => {
    if (isDatabaseUnreachable) {
      throw new TypeError("fetch failed");
    }
    return accepted();
  });
  const client = world.client();
  await client.ready();
  for (let minute = 0; minute < 3; minute++) {
    client.enabled("search");
    client.enabled("billing");
    await world.advance(minuteMs);
  }
  isDatabaseUnreachable = false;
  const sentBefore = world.sentTo("/telemetry").length;
  await world.advance(2 * minuteMs);
  const received = world.sentTo("/telemetry").slice(sentBefore);
  expect(metricsOf(received).reduce((sum, { value }) => sum + value, 0)).toBe(6);
  expect(new Set(metricsOf(received).map(({ time }) => time)).size).toBe(3);
  await client.close();
});

test("at most twenty minutes wait, and so many features", async () => {
  const world = worldWith(() => new Response("{}", { status: 503 }));
  const client = world.client();
  await client.ready();
  for (let minute = 0; minute < 30; minute++) {
    client.enabled(`minute ${minute}`);
    world.now += minuteMs;
  }
  for (let feature = 0; feature < 30_000; feature++) {
    client.enabled(`feature ${feature}`);
  }
  world.answers.set("/telemetry", accepted);
  await client.flush();
  const keys = metricsOf(world.sentTo("/telemetry")).map(({ key }) => key);
  expect(keys).toEqual(Array.from({ length: 20 }, (_, minute) => `minute ${minute}`));
  for (let feature = 0; feature < 30_000; feature++) {
    client.enabled(`feature ${feature}`);
  }
  await client.flush();
  const later = world.sentTo("/telemetry").slice(20);
  expect(metricsOf(later).length).toBe(20_000);
  for (const { body } of later) {
    expect(Buffer.byteLength(body)).toBeLessThan(256 * 1024);
  }
  await client.close();
});

test("keys that no server takes are not counted, and the longest ones fit into a submission", async () => {
  const world = worldWith(accepted);
  const client = world.client();
  await client.ready();
  for (const key of ["", "a".repeat(256), "\ud800", "b".repeat(255), "\u{1f600}"]) {
    client.enabled(key);
  }
  for (let index = 0; index < 2_000; index++) {
    client.enabled(`${"漢".repeat(250)}${index}`);
  }
  await client.flush();
  const requests = world.sentTo("/telemetry");
  const keys = metricsOf(requests).map(({ key }) => key);
  expect(keys.slice(0, 2)).toEqual(["b".repeat(255), "\u{1f600}"]);
  expect(keys.length).toBe(2_002);
  for (const { body } of requests) {
    expect(Buffer.byteLength(body)).toBeLessThan(256 * 1024);
  }
  await client.close();
});

test("the server decides how often counts are submitted, but not more often than ten seconds", async () => {
  for (const [header, seconds] of [
    ["120", 120],
    ["1", 10],
    ["soon", 60],
  ] as const) {
    const world = worldWith(
      () => new Response("{}", { status: 202, headers: { "telemetry-interval": header } }),
    );
    const client = world.client();
    await client.ready();
    client.enabled("search");
    await world.advance(minuteMs);
    client.enabled("search");
    await world.advance(seconds * 1_000 - 1);
    expect(world.sentTo("/telemetry").length).toBe(1);
    await world.advance(1);
    expect(world.sentTo("/telemetry").length).toBe(2);
    await client.close();
  }
});

test.each([202, 404, 503])(
  "telemetry-shutdown with status %d ends the submissions",
  async (status) => {
    const world = worldWith(
      () => new Response("{}", { status, headers: { "telemetry-shutdown": "1" } }),
    );
    const client = world.client();
    await client.ready();
    client.enabled("search");
    await world.advance(minuteMs);
    client.enabled("search");
    await world.advance(100 * minuteMs);
    await client.close();
    expect(world.sentTo("/telemetry").length).toBe(1);
  },
);

test("closing submits the rest, and the text of a failed attempt again", async () => {
  let status = 503;
  const world = worldWith(() => new Response("{}", { status }));
  const client = world.client();
  await client.ready();
  client.enabled("search");
  await world.advance(minuteMs);
  client.enabled("billing");
  status = 202;
  await client.close();
  const [failed, again, rest, ...others] = world.sentTo("/telemetry");
  expect(again?.body).toBe(failed?.body ?? "");
  expect(rest && metricsOf([rest])).toMatchObject([{ key: "billing" }]);
  expect(others).toEqual([]);
});

test("a client without telemetry sends none", async () => {
  const world = worldWith(accepted);
  const client = world.client({ telemetry: false });
  await client.ready();
  client.enabled("search");
  await world.advance(10 * minuteMs);
  await client.flush();
  await client.close();
  expect(world.sentTo("/telemetry")).toEqual([]);
});
