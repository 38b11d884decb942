import { afterEach, beforeEach, expect, test } from "bun:test";
import type { ClockMark } from "../../src/core/model/clock-mark.ts";
import { jsonType } from "../helpers/api-client.ts";
import { revoke } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const day = 86_400_000;
const neither = { poll: null, telemetry: null };
const both = { poll: "true", telemetry: "true" };

let server: HostedServer;
const clock = { ms: noon };
beforeEach(async () => {
  clock.ms = noon;
  server = await startHosted({
    hasTelemetry: true,
    pollIntervalSeconds: 30,
    now: () => clock.ms,
  });
});
afterEach(() => server.stop());

/** What a poll and a submission tell the client, by the headers of docs/clients.md#response-headers. */
async function told(client: HostedClient) {
  const [poll] = await client.features.list();
  const [submission] = await client.call("POST", "/telemetry", { body: "{}", headers: jsonType });
  for (const [answer, wrong] of [
    [poll, "telemetry-shutdown"],
    [submission, "poll-shutdown"],
  ] as const) {
    expect(answer.headers.get(wrong)).toBeNull();
  }
  return {
    statuses: [poll.status, submission.status],
    poll: poll.headers.get("poll-shutdown"),
    telemetry: submission.headers.get("telemetry-shutdown"),
  };
}

const refused = [401, 401];

test("a client stops when its token is revoked", async () => {
  const value = await server.newToken();
  const client = server.manager.as(value);
  expect(await told(client)).toMatchObject(neither);
  await revoke(server, value);
  expect(await told(client)).toEqual({ statuses: refused, ...both });
  const [poll] = await client.features.list();
  expect(poll.headers.get("poll-interval")).toBe("30");
  const [other] = await client.call("GET", "/actors/1");
  expect([other.status, other.headers.get("poll-shutdown")]).toEqual([401, null]);
});

test("a client of an environment that was deleted stops", async () => {
  const { environment, token } = created(await server.manager.environments.create("preview"));
  const client = server.manager.as(token.value);
  expect(await told(client)).toMatchObject(neither);
  await server.manager.environments.delete(environment.id);
  expect(await told(client)).toEqual({ statuses: refused, ...both });
});

test("a client goes on if its token is unknown, so that it works again after a restore", async () => {
  for (const value of ["", "x", "gatehouse_unknown", "y".repeat(300)]) {
    expect(await told(server.manager.as(value))).toEqual({ statuses: refused, ...neither });
  }
});

test("a client stops when its token has expired by a clock that is believed", async () => {
  const client = server.manager.as(await server.newToken({ expiresAt: noon + day }));
  const mark = (marked: ClockMark) =>
    server.deployment.writer.submit((draft) =>
      draft.record({ kind: "clock.marked", mark: marked }),
    );
  await mark({ seenAt: noon, jumpedHours: 0 });
  // The clock jumped, and may be corrected.
  clock.ms = noon + 400 * day;
  expect(await told(client)).toEqual({ statuses: refused, ...neither });
  await mark({ seenAt: noon + 400 * day, jumpedHours: 0 });
  expect(await told(client)).toEqual({ statuses: refused, ...both });
});

test("a client that may not do something goes on", async () => {
  const client = await server.newClient({ access: "evaluate" });
  expect(await told(client)).toEqual({ statuses: [403, 403], ...neither });
});
