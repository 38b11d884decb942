import { afterAll, beforeAll, expect, test } from "bun:test";
import { GuardReports } from "../../../src/app/rollouts/guard-reports.ts";
import { GuardWatch } from "../../../src/app/rollouts/guard-watch.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { GuardAction, Rollout } from "../../../src/core/model/rollout.ts";
import { hourMs, minuteMs } from "../../../src/core/time-units.ts";
import { guardMinute } from "../../core/guards/guard-minutes.ts";
import { testedGuard } from "../../core/guards/simulate.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { metricsOf } from "../../telemetry/metrics-of.ts";
import { outcomeSubmission, type SubmittedOutcome } from "../../telemetry/outcomes.ts";
import { submissionOf } from "../../telemetry/telemetry-api.ts";

let now = Date.UTC(2026, 10, 21, 12, 0, 30);
let server: HostedServer;

beforeAll(async () => {
  server = await startHosted({ hasTelemetry: true, now: () => now });
});

afterAll(() => server.stop());

function telemetryOf({ telemetry }: HostedServer) {
  if (telemetry === undefined) {
    throw new Error("there is no telemetry");
  }
  return telemetry;
}

/** A token that may write, as the author of rollouts. */
function author(): Caller {
  const { production, deployment } = server;
  const token = deployment.writer.state.tokens.find(({ name }) => name === "manager");
  if (token === undefined) {
    throw new Error("there is no token");
  }
  const actor = { type: "Token", id: String(token.id) } as const;
  return { environment: production, actor, userId: null, token };
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return server.manager.send(path, { method: "POST", body: JSON.stringify(body), headers });
}

async function startRollout(key: string, action: GuardAction): Promise<Rollout> {
  expect((await post("/features", { name: key })).status).toBe(200);
  return server.deployment.rollouts.start(author(), {
    ...{ key, reason: null, start: { kind: "now" }, late: "hold" },
    steps: [
      {
        change: { kind: "percentage_of_actors", value: 50 },
        forMs: hourMs,
        sample: null,
        approval: false,
      },
    ],
    guards: [{ ...testedGuard, action }],
  });
}

/** What the arms report in the current minute, over HTTP. */
async function report(key: string, enabledErrors: number): Promise<void> {
  const arms = guardMinute(Math.floor(now / minuteMs), {
    enabled: [160, enabledErrors],
    disabled: [160, 2],
  });
  const outcomes = ([true, false] as const).map((result): SubmittedOutcome => {
    const { totals, errors } = result ? arms.enabled : arms.disabled;
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const buckets = totals.map((total, index) => [total, errors[index] ?? 0]);
    return { name: "checkout", key, result, total: sum(totals), errors: sum(errors), buckets };
  });
  expect((await post("/gatehouse/outcomes", outcomeSubmission(outcomes))).status).toBe(202);
}

/** Checks of the current minute, over HTTP. */
async function check(key: string): Promise<void> {
  const body = submissionOf(metricsOf(now, { [key]: [100, 100] }));
  expect((await post("/telemetry", body)).status).toBe(202);
}

function newWatch(failures: unknown[]): GuardWatch {
  return new GuardWatch({
    writer: server.deployment.writer,
    minutes: telemetryOf(server).guards,
    now: () => now,
    onFailure: (error) => void failures.push(error),
  });
}

test("a rollout whose feature is checked without outcomes is held", async () => {
  const { id } = await startRollout("quiet", "return");
  const watch = newWatch([]);
  const held = () => server.deployment.writer.state.rollouts.get(id)?.hold?.kind;
  let minutes = 0;
  for (; minutes < 20 && held() === undefined; minutes += 1) {
    await check("quiet");
    now += minuteMs;
    await watch.look();
  }
  expect(held()).toBe("silent");
  // 5 minutes without outcomes, after those in which checks are still reported.
  expect(minutes).toBe(5 + 2);
});

test("outcomes that arrive over HTTP stop a rollout through stored minutes", async () => {
  const { deployment } = server;
  const { writer } = deployment;
  const minutes = telemetryOf(server).guards;
  const failures: unknown[] = [];
  const watch = newWatch(failures);
  const { id } = await startRollout("search", "return");
  const quiet = await startRollout("menu", "return");
  for (let minute = 0; minute < 30 && writer.state.rollouts.has(id); minute += 1) {
    await report("search", minute < 10 ? 2 : 40);
    await report("menu", 2);
    now += minuteMs;
    await watch.look();
  }
  const ended = await deployment.reads.rollout(id);
  expect(ended).toMatchObject({ state: "stopped", step: 0 });
  expect(writer.state.rollouts.get(quiet.id)).toMatchObject({ state: "running" });
  const [found] = await new GuardReports(minutes, () => now).of({ ...quiet, id });
  expect(found).toMatchObject({ state: "alarm", limit: 20 });
  expect(found?.counts.disabled.rate).toBeCloseTo(2 / 160, 9);
  expect(found?.evidence).toBeGreaterThan(20);
  const [other] = await new GuardReports(minutes, () => now).of(quiet);
  expect(other).toMatchObject({ state: "within" });
  expect(failures).toEqual([]);
});
