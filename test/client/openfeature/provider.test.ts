import { afterEach, describe, expect, test } from "bun:test";
import {
  type EvaluationContext,
  ProviderEvents,
  OpenFeature as ServerApi,
  type Provider as ServerProvider,
} from "@openfeature/server-sdk";
import {
  OpenFeature as WebApi,
  ProviderEvents as WebEvents,
  type Provider as WebProvider,
} from "@openfeature/web-sdk";
import {
  GatehouseProvider,
  GatehouseWebProvider,
} from "../../../src/client/openfeature/gatehouse-provider.ts";
import { ClientWorld, listAnswer, listed, settled } from "../client-world.ts";

const features = [
  listed("on", { boolean: true }),
  listed("nothing", {}),
  listed("actors", { actors: ["User;1"] }),
  listed("groups", { groups: ["admins"] }),
  listed("expression", { expression: { Equal: [{ Property: ["plan"] }, "pro"] } }),
  listed("since", { expression: { Equal: [{ Property: ["since"] }, "2030-01-02T03:04:05.000Z"] } }),
  listed("every actor", { percentage_of_actors: 100 }),
  listed("no actor", { percentage_of_actors: 1 }),
  listed("any time", { percentage_of_time: 100 }),
];

afterEach(async () => {
  await ServerApi.close();
  await WebApi.close();
});

interface Asked {
  value: unknown;
  reason?: string;
  variant?: string;
  errorCode?: string;
  flagMetadata?: object;
}

interface Sdk {
  readonly name: string;
  start(world: ClientWorld): Promise<void>;
  boolean(key: string, defaultValue: boolean, context?: EvaluationContext): Promise<Asked>;
  others(key: string): Promise<readonly Asked[]>;
  status(): string;
  onChange(handler: (details: unknown) => void): void;
}

const optionsOf = (world: ClientWorld) => ({
  url: "https://toggles.example",
  token: "secret",
  runtime: world.runtime,
});

const server: Sdk = {
  name: "@openfeature/server-sdk",
  async start(world) {
    const provider: ServerProvider = new GatehouseProvider(optionsOf(world));
    await ServerApi.setProviderAndWait(provider);
  },
  boolean: (key, defaultValue, context) =>
    ServerApi.getClient().getBooleanDetails(key, defaultValue, context),
  others: async (key) => [
    await ServerApi.getClient().getStringDetails(key, "default"),
    await ServerApi.getClient().getNumberDetails(key, 7),
    await ServerApi.getClient().getObjectDetails(key, { a: 1 }),
  ],
  status: () => ServerApi.getClient().providerStatus,
  onChange: (handler) => ServerApi.addHandler(ProviderEvents.ConfigurationChanged, handler),
};

const web: Sdk = {
  name: "@openfeature/web-sdk",
  async start(world) {
    const provider: WebProvider = new GatehouseWebProvider(optionsOf(world));
    await WebApi.setProviderAndWait(provider);
  },
  async boolean(key, defaultValue, context = {}) {
    await WebApi.setContext(context);
    return WebApi.getClient().getBooleanDetails(key, defaultValue);
  },
  others: async (key) => [
    WebApi.getClient().getStringDetails(key, "default"),
    WebApi.getClient().getNumberDetails(key, 7),
    WebApi.getClient().getObjectDetails(key, { a: 1 }),
  ],
  status: () => WebApi.getClient().providerStatus,
  onChange: (handler) => WebApi.addHandler(WebEvents.ConfigurationChanged, handler),
};

const user = { targetingKey: "User;1", plan: "pro" };
const rows: readonly [string, EvaluationContext, boolean, string, string | undefined][] = [
  ["on", user, true, "STATIC", "boolean"],
  ["on", {}, true, "STATIC", "boolean"],
  ["nothing", user, false, "STATIC", undefined],
  ["actors", user, true, "TARGETING_MATCH", "actors"],
  ["actors", { targetingKey: "User;2" }, false, "TARGETING_MATCH", undefined],
  ["groups", { targetingKey: "User;2", groups: ["admins"] }, true, "TARGETING_MATCH", "groups"],
  ["groups", user, false, "TARGETING_MATCH", undefined],
  ["expression", user, true, "TARGETING_MATCH", "expression"],
  ["expression", { plan: "pro" }, false, "TARGETING_MATCH", undefined],
  [
    "since",
    { targetingKey: "User;1", since: new Date("2030-01-02T03:04:05Z") },
    true,
    "TARGETING_MATCH",
    "expression",
  ],
  ["every actor", user, true, "SPLIT", "percentage_of_actors"],
  ["no actor", user, false, "SPLIT", undefined],
  ["any time", {}, true, "SPLIT", "percentage_of_time"],
];

describe.each([server, web])("$name", (sdk) => {
  async function started() {
    const world = new ClientWorld();
    world.answers.set("/features", () => listAnswer(features));
    world.answers.set("/telemetry", () => new Response("{}", { status: 202 }));
    await sdk.start(world);
    return world;
  }

  test.each(rows)("%s for %j is %p: %s", async (key, context, value, reason, gate) => {
    await started();
    const details = await sdk.boolean(key, !value, context);
    expect(details).toMatchObject({ value, reason, variant: value ? "on" : "off" });
    expect(details.errorCode).toBeUndefined();
    expect(details.flagMetadata).toEqual(gate === undefined ? {} : { gate });
  });

  test("without a targeting key, a feature that needs one has the default", async () => {
    await started();
    for (const key of ["actors", "groups", "every actor"]) {
      for (const targetingKey of [undefined, ""]) {
        const context = targetingKey === undefined ? {} : { targetingKey };
        expect(await sdk.boolean(key, true, context)).toMatchObject({
          value: true,
          reason: "ERROR",
          errorCode: "TARGETING_KEY_MISSING",
        });
      }
    }
  });

  test("an unknown feature has the default, and other types too", async () => {
    await started();
    expect(await sdk.boolean("unknown", true)).toMatchObject({
      value: true,
      reason: "ERROR",
      errorCode: "FLAG_NOT_FOUND",
    });
    for (const [key, errorCode] of [
      ["on", "TYPE_MISMATCH"],
      ["unknown", "FLAG_NOT_FOUND"],
    ] as const) {
      const others = await sdk.others(key);
      expect(others.map(({ value }) => value)).toEqual(["default", 7, { a: 1 }]);
      expect(others.map((details) => details.errorCode)).toEqual([errorCode, errorCode, errorCode]);
    }
  });

  test("tells changes with their keys, an old list and a current one", async () => {
    const world = await started();
    const told: unknown[] = [];
    sdk.onChange((details) => told.push(details));
    expect(sdk.status()).toBe("READY");
    world.answers.set("/features", () => listAnswer(features.toSpliced(0, 1, listed("on"))));
    await world.advance(10_000);
    expect(told).toMatchObject([{ flagsChanged: ["on"], providerName: "gatehouse" }]);
    world.answers.set("/features", () => new Response(null, { status: 500 }));
    await world.advance(10_000);
    expect(sdk.status()).toBe("STALE");
    expect(await sdk.boolean("on", true)).toMatchObject({ value: false, reason: "STATIC" });
    world.answers.set("/features", () => listAnswer(features));
    await world.advance(10_000);
    expect(sdk.status()).toBe("READY");
    expect(told.length).toBe(2);
  });

  test("is in error until there is a list", async () => {
    const world = new ClientWorld();
    await expect(sdk.start(world)).rejects.toThrow("GET /features was answered with 404");
    expect(sdk.status()).toBe("ERROR");
    expect(await sdk.boolean("on", false)).toMatchObject({ value: false, reason: "ERROR" });
    world.answers.set("/features", () => listAnswer(features));
    await world.advance(10_000);
    expect(sdk.status()).toBe("READY");
    expect((await sdk.boolean("on", false)).value).toBeTrue();
  });

  test("counts evaluations, and submits them when it is closed", async () => {
    const world = await started();
    await sdk.boolean("on", false);
    await sdk.others("on");
    await (sdk === server ? ServerApi.close() : WebApi.close());
    await settled();
    expect(
      world.sentTo("/telemetry").map(({ body }) => JSON.parse(body).enabled_metrics),
    ).toMatchObject([[{ key: "on", result: true, value: 1 }]]);
    const count = world.sent.length;
    await world.advance(1_000_000);
    expect(world.sent.length).toBe(count);
  });
});

test("a list that is saved makes the provider ready, and then stale", async () => {
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer(features));
  let saved = "";
  const store = {
    load: () => saved,
    save: (text: string) => {
      saved = text;
    },
  };
  const first = world.client({ store });
  await first.ready();
  await first.close();
  world.answers.delete("/features");
  const events: string[] = [];
  for (const event of [ProviderEvents.Ready, ProviderEvents.Stale]) {
    ServerApi.addHandler(event, () => events.push(event));
  }
  await ServerApi.setProviderAndWait(new GatehouseProvider({ ...optionsOf(world), store }));
  while (!events.includes("PROVIDER_STALE")) {
    await settled();
  }
  // Before it, the SDK tells of the provider that it starts with, and of those of other tests.
  expect(new Set(events.slice(0, -1))).toEqual(new Set(["PROVIDER_READY"]));
  expect(events.at(-1)).toBe("PROVIDER_STALE");
  expect(await ServerApi.getClient().getBooleanValue("on", false)).toBeTrue();
  ServerApi.clearHandlers();
});

test("a provider of a client that is given does not close it", async () => {
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer(features));
  const client = world.client({ telemetry: false });
  const provider = new GatehouseProvider(client);
  await ServerApi.setProviderAndWait(provider);
  await ServerApi.close();
  world.answers.set("/features", () => listAnswer([]));
  await world.advance(10_000);
  expect(client.enabled("on")).toBeFalse();
  await client.close();
});
