import { describe, expect, test } from "bun:test";
import { unpack } from "../../src/telemetry/messages/submission-batch.ts";
import {
  custom,
  expectUnavailable,
  metric,
  type Puppets,
  puppetApi,
  settleAll,
  until,
} from "./puppet-api.ts";
import { submissionOf, type TelemetryApi } from "./telemetry-api.ts";
import { production } from "./telemetry-state.ts";

describe("when too much waits", () => {
  test("submissions are turned away, unread, until there is room", async () => {
    const { puppets, api } = await puppetApi({ submissionsMax: 2, bytesMax: 10_000_000 });
    const waiting = [production, custom].map((to) => api.submit(submissionOf([metric]), to));
    await until(() => puppets.kinds().includes("submissions"));
    expect(api.telemetry.counters.waiting).toBe(2);
    let isRead = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull() {
          isRead = true;
        },
      },
      { highWaterMark: 0 },
    );
    const response = await api.send("/telemetry", { method: "POST", body });
    expect(response.headers.get("telemetry-interval")).toBe("60");
    await expectUnavailable(Promise.resolve(response), "POST");
    expect(isRead).toBe(false);
    settleAll(puppets);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([202, 202]);
    const next = api.submit(submissionOf([metric]));
    await until(() => puppets.kinds().filter((kind) => kind === "submissions").length > 1);
    settleAll(puppets);
    expect((await next).status).toBe(202);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, unavailable: 1 });
  });

  test("their bytes are bounded too, by what is declared and then by what came", async () => {
    const { puppets, api } = await puppetApi({ submissionsMax: 100, bytesMax: 2_100_000 });
    // Nobody knows the length of a stream: it may be up to 1 MiB.
    const { promise: read, resolve: end } = Promise.withResolvers<void>();
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await read;
        controller.enqueue(Buffer.from(JSON.stringify(submissionOf([metric]))));
        controller.close();
      },
    });
    const waiting = api.send("/telemetry", { method: "POST", body: slow });
    expect(api.telemetry.counters.waitingBytes).toBe(1024 * 1024);
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    end();
    await until(() => puppets.kinds().includes("submissions"));
    expect(api.telemetry.counters.waitingBytes).toBeLessThan(200);
    settleAll(puppets);
    expect((await waiting).status).toBe(202);
    expect(api.telemetry.counters.waitingBytes).toBe(0);
  });

  test("a token whose bodies never end keeps out no other", async () => {
    const { puppets, api } = await puppetApi({ submissionsMax: 8, bytesMax: 100_000_000 });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await ended;
          controller.error(new Error("gone"));
        },
      });
    const stalled = Array.from({ length: 4 }, () =>
      api.send("/telemetry", { method: "POST", body: endless() }),
    );
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    const other = api.submit(submissionOf([metric]), custom);
    await until(() => puppets.kinds().includes("submissions"));
    settleAll(puppets);
    expect((await other).status).toBe(202);
    end();
    expect((await Promise.all(stalled)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const next = api.submit(submissionOf([metric]));
    await until(() => puppets.kinds().filter((kind) => kind === "submissions").length > 1);
    settleAll(puppets);
    expect((await next).status).toBe(202);
  });

  test("a sender that breaks off leaves its room", async () => {
    const { api } = await puppetApi({ submissionsMax: 1, bytesMax: 10_000_000 });
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect((await api.send("/telemetry", { method: "POST", body })).status).toBe(400);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, refused: 1 });
  });

  test("summaries are turned away", async () => {
    const { puppets, api } = await puppetApi();
    const waiting = Array.from({ length: 80 }, () => api.send("/telemetry/summary"));
    await Bun.sleep(5);
    puppets.die();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const calls = puppets.received[0]?.filter(({ kind }) => kind === "call") ?? [];
    expect(calls.length).toBeLessThan(80);
  });
});

describe("while the worker is busy", () => {
  test("submissions gather until they are as many as it has", async () => {
    const { puppets, api } = await puppetApi();
    const first = submitted(api, 4);
    await until(() => messageSizes(puppets).length === 1);
    const second = submitted(api, 3);
    await until(() => api.telemetry.counters.waiting === 7);
    await turn();
    expect(messageSizes(puppets)).toEqual([4]);
    const third = submitted(api, 1);
    await until(() => messageSizes(puppets).length === 2);
    expect(messageSizes(puppets)).toEqual([4, 4]);
    const fourth = submitted(api, 2);
    await until(() => api.telemetry.counters.waiting === 10);
    await turn();
    expect(messageSizes(puppets)).toEqual([4, 4]);
    settleAll(puppets);
    const counted = await Promise.all([...first, ...second, ...third]);
    expect(counted.map(({ status }) => status)).toEqual(counted.map(() => 202));
    expect(messageSizes(puppets)).toEqual([4, 4, 2]);
    puppets.die();
    expect((await Promise.all(fourth)).map(({ status }) => status)).toEqual([503, 503]);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0 });
  });

  test("and go when it is done, however few they are", async () => {
    const { puppets, api } = await puppetApi();
    const first = submitted(api, 4);
    await until(() => messageSizes(puppets).length === 1);
    const second = submitted(api, 1);
    await until(() => api.telemetry.counters.waiting === 5);
    await turn();
    settleAll(puppets);
    expect(messageSizes(puppets)).toEqual([4, 1]);
    settleAll(puppets);
    const statuses = (await Promise.all([...first, ...second])).map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
  });

  test("and go before it is closed", async () => {
    const { puppets, api } = await puppetApi();
    const first = submitted(api, 4);
    await until(() => messageSizes(puppets).length === 1);
    const second = submitted(api, 1);
    await until(() => api.telemetry.counters.waiting === 5);
    await turn();
    const closing = api.telemetry.close();
    expect(messageSizes(puppets)).toEqual([4, 1]);
    expect(puppets.kinds().at(-1)).toBe("close");
    settleAll(puppets);
    puppets.say({ kind: "closed" });
    await closing;
    const statuses = (await Promise.all([...first, ...second])).map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
  });
});

function submitted(api: TelemetryApi, count: number): readonly Promise<Response>[] {
  return Array.from({ length: count }, () => api.submit(submissionOf([metric])));
}

/** How many submissions each message to the worker holds. */
function messageSizes(puppets: Puppets): readonly number[] {
  return (puppets.received.at(-1) ?? []).flatMap((message) =>
    message.kind === "submissions" ? [unpack(message.parcel).length] : [],
  );
}

/** Lets everything that is due be done. */
async function turn(): Promise<void> {
  await Bun.sleep(1);
  await new Promise((resume) => setImmediate(resume));
}
