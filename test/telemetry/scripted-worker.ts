import { expect } from "bun:test";
import { emptyCommitTally } from "../../src/telemetry/messages/commit-tally.ts";
import type { MessageFromWorker, MessageToWorker } from "../../src/telemetry/messages/messages.ts";
import { unpackBatch } from "../../src/telemetry/messages/submission-batch.ts";
import type { SpawnWorker, WorkerThreadListener } from "../../src/telemetry/worker-thread.ts";
import { readAnswer } from "../helpers/answer.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

export const now = Date.UTC(2026, 10, 21, 12, 34, 56);
export const metric = { key: "search", time: Math.floor(now / 1_000), result: true, value: 1 };
export const custom = 2;
const restartMsMin = 1;

/** Workers that only post the messages a test tells them to, and record what they receive. */
export class ScriptedWorkers {
  readonly received: MessageToWorker[][] = [];
  readonly #listeners: WorkerThreadListener[] = [];
  readonly spawn: SpawnWorker = (listener) => {
    const received: MessageToWorker[] = [];
    this.received.push(received);
    this.#listeners.push(listener);
    return { post: (message) => received.push(message), terminate: () => listener.onEnd("ended") };
  };

  post(message: MessageFromWorker): void {
    this.#listeners.at(-1)?.onMessage(message);
  }

  open(): void {
    this.post({ kind: "loaded" });
    this.post({ kind: "opened" });
  }

  end(reason = "it crashed"): void {
    this.#listeners.at(-1)?.onEnd(reason);
  }

  get count(): number {
    return this.#listeners.length;
  }

  /** The kinds of the messages that the current worker has received. */
  receivedKinds(): readonly string[] {
    return this.received.at(-1)?.map(({ kind }) => kind) ?? [];
  }
}

export async function scriptedApi(limits?: { submissionsMax: number; bytesMax: number }) {
  const workers = new ScriptedWorkers();
  const starting = TelemetryApi.start({
    state: stateWith({ features: ["search"], customEnvironments: [custom] }),
    now: () => now,
    telemetryIntervalSeconds: 60,
    telemetry: { spawn: workers.spawn, restartMsMin, ...(limits === undefined ? {} : { limits }) },
  });
  workers.open();
  return { workers, api: await starting };
}

export async function expectUnavailable(answer: Promise<Response>, method: string): Promise<void> {
  const response = await answer;
  const [, body] = await readAnswer(response, { method });
  expect(response.status).toBe(503);
  expect(body).toMatchObject({ code: "unavailable" });
  expect(response.headers.get("retry-after")).toBe("1");
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await Bun.sleep(1);
  }
}

export function submissionIds(workers: ScriptedWorkers): readonly number[] {
  return (workers.received.at(-1) ?? []).flatMap((message) =>
    message.kind === "submissions" ? unpackBatch(message.batch).map(({ id }) => id) : [],
  );
}

export function settleAll(workers: ScriptedWorkers): void {
  workers.post({
    kind: "settled",
    accepted: submissionIds(workers),
    refused: [],
    tally: emptyCommitTally,
  });
}
