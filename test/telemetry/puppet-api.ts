import { expect } from "bun:test";
import { noTally } from "../../src/telemetry/messages/commit-tally.ts";
import type { FromWorker, ToWorker } from "../../src/telemetry/messages/messages.ts";
import { unpack } from "../../src/telemetry/messages/submission-batch.ts";
import type { Spawn, ThreadListener } from "../../src/telemetry/worker-thread.ts";
import { readAnswer } from "../helpers/answer.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

export const now = Date.UTC(2026, 10, 21, 12, 34, 56);
export const metric = { key: "search", time: Math.floor(now / 1_000), result: true, value: 1 };
export const custom = 2;
const restartMsMin = 1;

/** Workers that do as a test tells them. */
export class Puppets {
  readonly received: ToWorker[][] = [];
  readonly #listeners: ThreadListener[] = [];
  readonly spawn: Spawn = (listener) => {
    const received: ToWorker[] = [];
    this.received.push(received);
    this.#listeners.push(listener);
    return { post: (message) => received.push(message), terminate: () => listener.gone("ended") };
  };

  say(message: FromWorker): void {
    this.#listeners.at(-1)?.message(message);
  }

  open(): void {
    this.say({ kind: "loaded" });
    this.say({ kind: "opened" });
  }

  die(reason = "it fell over"): void {
    this.#listeners.at(-1)?.gone(reason);
  }

  get count(): number {
    return this.#listeners.length;
  }

  kinds(): readonly string[] {
    return this.received.at(-1)?.map(({ kind }) => kind) ?? [];
  }
}

export async function puppetApi(limits?: { submissionsMax: number; bytesMax: number }) {
  const puppets = new Puppets();
  const starting = TelemetryApi.start({
    state: stateWith({ features: ["search"], customEnvironments: [custom] }),
    now: () => now,
    telemetryIntervalSeconds: 60,
    telemetry: { spawn: puppets.spawn, restartMsMin, ...(limits === undefined ? {} : { limits }) },
  });
  puppets.open();
  return { puppets, api: await starting };
}

export async function expectUnavailable(answer: Promise<Response>, method: string): Promise<void> {
  const response = await answer;
  const [, body] = await readAnswer(response, { method });
  expect(response.status).toBe(503);
  expect(body).toMatchObject({ code: "unavailable" });
  expect(response.headers.get("retry-after")).toBe("1");
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await Bun.sleep(1);
  }
}

export function submissionIds(puppets: Puppets): readonly number[] {
  return (puppets.received.at(-1) ?? []).flatMap((message) =>
    message.kind === "submissions" ? unpack(message.parcel).map(({ id }) => id) : [],
  );
}

export function settleAll(puppets: Puppets): void {
  puppets.say({ kind: "settled", accepted: submissionIds(puppets), refused: [], tally: noTally });
}
