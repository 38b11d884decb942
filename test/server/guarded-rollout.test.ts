import { expect, test } from "bun:test";
import { hostedGroupPolicy } from "../../src/app/commands/hosted-group-policy.ts";
import { GuardWatch } from "../../src/app/rollouts/guard-watch.ts";
import { RolloutSchedule } from "../../src/app/rollouts/rollout-schedule.ts";
import type { Client } from "../../src/client/client-types.ts";
import { minuteMs } from "../../src/core/time-units.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { shellOn, words } from "../cli/in-memory-shell.ts";
import { ClientWorld } from "../client/client-world.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { jsonType } from "../helpers/api-client.ts";
import { testedOwnerApi } from "../helpers/tested-admin-api.ts";
import { startWebhooks } from "../webhooks/webhook-fixture.ts";

const requestsPerMinute = 1_000;
/** The share of requests that fail, in percent. */
const usual = 10;
const doubled = 20;

/** An application with the client, whose requests fail more often with the feature. */
class Application {
  readonly #client: Client;
  #requests = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Answers the requests of a minute, of other actors each, and submits what was counted. */
  async minute(failingWithFeature: number): Promise<void> {
    for (let count = 0; count < requestsPerMinute; count++) {
      const id = `User;${this.#requests++}`;
      await this.#client.outcomes
        .run("checkout", async () => {
          const isEnabled = this.#client.enabled("search", id);
          await Promise.resolve();
          if (Bun.hash.crc32(`failure ${id}`) % 100 < (isEnabled ? failingWithFeature : usual)) {
            throw new Error("the payment failed");
          }
        })
        .catch(() => undefined);
    }
    await this.#client.flush();
  }
}

async function arrange(directory: string) {
  const opened = await openSqliteStorage(directory);
  const hooks = await startWebhooks({}, { opened, hasTelemetry: true });
  const { server, clock, writer } = hooks;
  const telemetry = server.telemetry ?? expect.unreachable();
  const world = new ClientWorld();
  // In the middle of a minute.
  clock.now += minuteMs / 2;
  world.now = clock.now;
  const client = world.client({
    token: server.managerToken,
    runtime: {
      ...world.runtime,
      fetch: (url, init) => server.send(url.slice("https://toggles.example/adapter".length), init),
    },
  });
  await client.ready();
  const services = server.deployment;
  const now = () => clock.now;
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const watch = new GuardWatch({ writer, minutes: telemetry.guards, now, onFailure });
  const schedule = new RolloutSchedule({
    ...{ writer, groupPolicy: hostedGroupPolicy, now, onFailure },
    mayGoOn: (rollout) => watch.mayGoOn(rollout),
  });
  const parts = { services, now, telemetry, onFault: onFailure };
  const shell = shellOn(parts);
  const ownerApi = testedOwnerApi(parts);
  return {
    ...{ hooks, client, failures, application: new Application(client) },
    async run(line: string) {
      const { code, out, err } = await shell.run(...words(line));
      expect([line, code, err]).toEqual([line, 0, ""]);
      return out;
    },
    async preview(plan: object) {
      const url = "http://gatehouse/admin/v1/environments/1/rollouts/preview";
      const body = JSON.stringify(plan);
      const answer = await ownerApi(new Request(url, { method: "POST", body, headers: jsonType }));
      expect(answer.status).toBe(200);
      return JSON.parse(await answer.text());
    },
    /** A minute passes: guards look at it, and due steps are made. */
    async pass() {
      clock.now += minuteMs;
      await world.advance(minuteMs);
      await watch.look();
      await schedule.settle(1);
    },
  };
}

/** The next plan knows how often checkouts fail, and how long its guard needs. */
async function expectPreview(preview: Awaited<ReturnType<typeof arrange>>["preview"]) {
  const { guards } = await preview({
    key: "search",
    steps: [{ change: { kind: "percentage_of_actors", value: 25 }, for: 3_600 }],
    guards: [{ name: "checkout" }],
  });
  expect(guards).toMatchObject([{ name: "checkout", rate: expect.closeTo(0.1, 1) }]);
  const [{ outcomesPerHour, delays }] = guards;
  expect(outcomesPerHour).toBeGreaterThan(50);
  const medians = delays.map(({ median }: { readonly median: number }) => median);
  expect(medians.at(-1)).toBeLessThan(medians.at(-2));
}

async function story({
  hooks,
  client,
  application,
  run,
  pass,
  preview,
}: Awaited<ReturnType<typeof arrange>>) {
  await hooks.create({ eventTypes: ["rollout.stepped", "rollout.stopped", "guard.alarm"] });
  await run("feature create search");
  await run("rollout start search --steps 5%/10m,25%/1h,50%/1d --guard checkout --why launch");
  const rollout = () => hooks.writer.state.rollouts.get(1);
  for (let count = 0; count < 30 && rollout()?.step === 0; count++) {
    await application.minute(usual);
    await pass();
  }
  expect(rollout()).toMatchObject({ state: "running", step: 1 });
  for (let count = 0; count < 55 && rollout() !== undefined; count++) {
    await application.minute(doubled);
    await pass();
  }
  const shown = await run("rollout show 1");
  expect(shown).toContain("state    stopped, step 2 of 3\n");
  expect(shown).toMatch(
    /^because {2}a guard saw more bad outcomes with the feature: guard checkout: /m,
  );
  expect(shown).toMatch(/^ended .* by the server$/m);
  expect(shown).toMatch(/^checkout +alarm +no more +return +\d+.*% \(.* of .*\) +\d+.*% /m);
  // The application sees the gates before the rollout again.
  await pass();
  expect(client.enabled("search", "User;1")).toBe(false);
  expect(await run("feature show search")).toContain("off");
  await hooks.settled();
  expect(hooks.sent.map(({ body }) => body.type)).toEqual([
    ...["rollout.stepped", "rollout.stepped", "guard.alarm", "rollout.stopped"],
  ]);
  expect(await run("audit acts")).toContain("guard.alarm");
  await expectPreview(preview);
}

test("a feature that doubles the errors is returned by its guard, and everyone can see why", async () => {
  using directory = new TemporaryDirectory();
  const arranged = await arrange(directory.path);
  const { hooks, client, failures, run } = arranged;
  try {
    await story(arranged);
  } finally {
    await client.close();
    await hooks[Symbol.asyncDispose]();
  }
  expect(failures).toEqual([]);
  expect(await run(`audit verify ${directory.path}`)).toEndWith("verified\n");
});
