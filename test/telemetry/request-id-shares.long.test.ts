import { expect, test } from "bun:test";
import type { SubmissionModel } from "../../src/api/flipper/telemetry/telemetry-model.ts";
import { defaultWorkerSettings } from "../../src/telemetry/messages/worker-settings.ts";
import { metric, now } from "./scripted-worker.ts";
import { submissionOf, TelemetryApi, temporaryDirectory } from "./telemetry-api.ts";
import { production, stateWith } from "./telemetry-state.ts";

const flooding = [2, 3, 4];
/** Each of the four environments may rely on ten. */
const idsMax = 40;

function start(directory: string): Promise<TelemetryApi> {
  const { requestIds } = defaultWorkerSettings;
  return TelemetryApi.start({
    state: stateWith({ features: ["search"], customEnvironments: flooding }),
    now: () => now,
    telemetry: {
      directory,
      worker: {
        ...defaultWorkerSettings,
        requestIds: { ...requestIds, idsMax, idsPerEnvironmentMin: 5 },
      },
    },
  });
}

async function flood(api: TelemetryApi): Promise<void> {
  for (const environment of flooding) {
    for (let sent = 0; sent < 100; sent++) {
      await api.count([metric], environment);
    }
  }
}

async function sendAll(api: TelemetryApi, submissions: readonly SubmissionModel[]): Promise<void> {
  for (const submission of submissions) {
    await api.accepted(submission, production);
  }
}

test("no environment makes the submissions of another count twice, also after a restart", async () => {
  using directory = temporaryDirectory();
  const submissions = Array.from({ length: 10 }, () => submissionOf([metric]));
  {
    await using api = await start(directory.path);
    await sendAll(api, submissions);
    await flood(api);
    await sendAll(api, submissions);
    await api.telemetry.runHousekeeping();
    await flood(api);
    await sendAll(api, submissions);
    expect(await api.totals(production)).toEqual({ search: [10, 0] });
    expect(await api.totals(2)).toEqual({ search: [200, 0] });
  }
  await using api = await start(directory.path);
  await sendAll(api, submissions);
  await flood(api);
  await sendAll(api, submissions);
  expect(await api.totals(production)).toEqual({ search: [10, 0] });
});

test("an environment that submits more than its share forgets only its own", async () => {
  await using api = await start(":memory:");
  const submissions = Array.from({ length: 50 }, () => submissionOf([metric]));
  const other = submissionOf([metric]);
  await api.accepted(other, 2);
  await sendAll(api, submissions);
  await api.accepted(other, 2);
  await sendAll(api, submissions.slice(-10));
  expect(await api.totals(2)).toEqual({ search: [1, 0] });
  expect(await api.totals(production)).toEqual({ search: [50, 0] });
  // The oldest is forgotten: this is what the bound means.
  await sendAll(api, submissions.slice(0, 1));
  expect(await api.totals(production)).toEqual({ search: [51, 0] });
});
