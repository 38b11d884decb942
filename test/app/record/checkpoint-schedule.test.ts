import { afterAll, expect, test } from "bun:test";
import { CheckpointSchedule } from "../../../src/app/record/checkpoint-schedule.ts";
import { type Leadership, soleLeadership } from "../../../src/app/writer/leadership.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { parseCheckpoint, type SignedCheckpoint } from "../../../src/core/model/checkpoint.ts";
import { progressAfter, type WebhookEventType } from "../../../src/core/model/webhook.ts";
import { sha256 } from "../../../src/core/secrets/sha256.ts";
import { audit, environment } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { openRecorded, recordAudits } from "../../storage/chain/recorded-directory.ts";
import { until } from "../writer/writer-fixture.ts";

const directory = new TemporaryDirectory();
afterAll(() => directory[Symbol.dispose]());

async function started(path = directory.path, leadership: Leadership = soleLeadership) {
  const services = await openRecorded(path);
  const { writer } = services;
  const checkpoints = services.checkpoints ?? expect.unreachable();
  const signed: SignedCheckpoint[] = [];
  const schedule = new CheckpointSchedule({
    ...{ checkpoints, writer, leadership, startMs: 0, everyRecords: 50 },
    onSigned: (each) => void signed.push(each),
    onFailure(error) {
      throw error;
    },
  });
  return { services, checkpoints, schedule, signed };
}

test("a checkpoint is signed at the start, after many records, and at the end, if records came", async () => {
  const { services, schedule, signed, checkpoints } = await started();
  const numbers = async () => {
    await checkpoints.sign();
    return signed.map(({ number }) => number);
  };
  const end = schedule.start();
  await until(() => signed.length > 0);
  expect(await numbers()).toEqual([1]);
  await recordAudits(services, 1, 20);
  expect(signed.map(({ number }) => number)).toEqual([1]);
  await recordAudits(services, 1, 40);
  expect(await numbers()).toEqual([1, 2]);
  await recordAudits(services, 1, 1);
  await end();
  expect(signed.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect((await checkpoints.list(10)).map(({ number }) => number)).toEqual([3, 2, 1]);
  await services.close();
});

test("a server that does not lead signs nothing", async () => {
  const follower: Leadership = { isLeading: false, lead: () => async () => undefined };
  const { services, schedule, signed } = await started(directory.path, follower);
  const end = schedule.start();
  await recordAudits(services, 1, 100);
  await end();
  expect(signed).toEqual([]);
  await services.close();
});

const named: readonly WebhookEventType[] = ["audit.checkpoint"];

function webhook(id: number, eventTypes: readonly WebhookEventType[]): Change {
  return {
    kind: "webhook.saved",
    webhook: {
      ...{ id, environmentId: 1, kind: "events" as const, name: "", url: "https://a.example" },
      ...{ eventTypes, keyPattern: null, secrets: [], createdAt: 1, pausedAt: null },
      ...{ pauseReason: null, groups: [], progress: progressAfter(0) },
    },
  };
}

test("webhooks are notified of a checkpoint only if they name the event", async () => {
  const { services, schedule } = await started();
  await services.writer.submit((draft) => draft.record(webhook(1, [])));
  await schedule.sign();
  expect(services.writer.state.lastIds.webhookEvent).toBe(0);
  await services.writer.submit((draft) => draft.record(webhook(2, named)));
  await schedule.sign();
  expect(services.writer.state.lastIds.webhookEvent).toBe(1);
  await services.close();
});

test.each([
  ["with its text", 1],
  ["of many environments without its text", 400],
])("an event of a checkpoint %s has its digest and the end of the acts", async (_, count) => {
  using place = new TemporaryDirectory();
  const { services, schedule, signed } = await started(place.path);
  await services.writer.submit((draft) => {
    draft.record(webhook(1, named));
    for (let id = 1; id <= count; id++) {
      if (id > 1) {
        const created = environment(id, { slug: `environment-${id}` });
        draft.record({ kind: "environment.created", environment: created });
      }
      draft.record({ kind: "audit.recorded", audit: audit({ environmentId: id }) });
    }
  });
  await schedule.sign();
  const query = { environmentId: 1, after: 0, through: 9_999, limit: 9_999 };
  const events = await services.reads.webhookEvents(query);
  const event = JSON.parse(events.at(-1)?.data ?? "");
  const { text, ...rest } = signed.at(-1) ?? expect.unreachable();
  const { at, acts, environments } = parseCheckpoint(text) ?? expect.unreachable();
  expect(environments).toHaveLength(count);
  expect(event).toEqual({
    ...{ project: expect.anything(), environment: expect.anything() },
    ...{ ...rest, at, acts, sha256: sha256(text), text: count === 1 ? text : null },
  });
  await services.close();
});
