import { expect, test } from "bun:test";
import type { Client, ClientActors, ClientOptions } from "../../src/client/client-types.ts";
import { ClientWorld, listAnswer, listed } from "./client-world.ts";

const features = [
  listed("for everyone", { boolean: true }),
  listed("for one", { actors: ["User;1", "12"] }),
  listed("for admins", { groups: ["admins"] }),
  listed("for pros", { expression: { Equal: [{ Property: ["plan"] }, "pro"] } }),
  listed("half of the time", { percentage_of_time: 50 }),
  listed("all actors", { percentage_of_actors: 100 }),
  listed("follows", { expression: { FeatureEnabled: ["for one"] } }),
];

async function started(options: Partial<ClientOptions> = {}, world = new ClientWorld()) {
  world.answers.set("/features", () => listAnswer(features));
  const client = world.client({ telemetry: false, ...options });
  await client.ready();
  return { client, world };
}

function enabledFor(client: Client, actors?: ClientActors): readonly string[] {
  return client
    .features()
    .map(({ key }) => key)
    .filter((key) => client.enabled(key, actors));
}

const everyone = "for everyone";
const rows: readonly [string, ClientActors, readonly string[]][] = [
  ["no actor", undefined, [everyone, "half of the time"]],
  ["null", null, [everyone, "half of the time"]],
  ["an empty list", [], [everyone, "half of the time"]],
  ["a list of nothing", [null, undefined], [everyone, "half of the time"]],
  ["an id", "User;1", [everyone, "for one", "half of the time", "all actors", "follows"]],
  ["an actor", { flipperId: "User;2" }, [everyone, "half of the time", "all actors"]],
  [
    "an actor with properties",
    { flipperId: "User;2", properties: { plan: "pro" } },
    [everyone, "for pros", "half of the time", "all actors"],
  ],
  [
    "an actor in a group",
    { flipperId: "User;2", groups: ["admins"] },
    [everyone, "for admins", "half of the time", "all actors"],
  ],
  [
    "an actor for whom a predicate is true",
    { flipperId: "Admin;1" },
    [everyone, "for admins", "half of the time", "all actors"],
  ],
  [
    "several",
    ["User;1", null, { flipperId: "User;3", properties: { plan: "pro" } }],
    [everyone, "for one", "for pros", "half of the time", "all actors", "follows"],
  ],
];

test.each(rows)("%s", async (_, actors, expected) => {
  const { client } = await started({
    groups: { admins: ({ flipperId }) => flipperId.startsWith("Admin;") },
  });
  expect(enabledFor(client, actors)).toEqual(expected);
  await client.close();
});

test("a check names the gate, and every gate of the feature", async () => {
  const { client } = await started();
  expect(client.check("for one", "User;1")).toMatchObject({
    enabled: true,
    gate: "actors",
    gates: { actors: ["12", "User;1"], boolean: false },
    hasActors: true,
  });
  expect(client.check("for one")).toMatchObject({ enabled: false, gate: null, hasActors: false });
  expect(client.check("unknown")).toBeUndefined();
  await client.close();
});

test("a time percentage asks for a random number", async () => {
  const { client, world } = await started();
  world.randomNumber = 0.5;
  expect(client.enabled("half of the time")).toBeFalse();
  world.randomNumber = 0.49;
  expect(client.enabled("half of the time")).toBeTrue();
  await client.close();
});

test("what is wrong with an actor or a predicate throws nothing", async () => {
  const throwing = {
    flipperId: "User;1",
    get properties(): Record<string, unknown> {
      throw new Error("not readable");
    },
  };
  const wrong: readonly unknown[] = [
    12,
    true,
    {},
    { flipperId: null },
    { flipperId: 12 },
    { flipperId: "User;2", properties: null },
    { flipperId: "User;2", properties: "text" },
    { flipperId: "User;2", groups: "admins" },
    [["User;1"]],
    Symbol("actor"),
    throwing,
    () => "User;1",
  ];
  const { client, world } = await started({
    groups: {
      admins: () => {
        throw new Error("no database");
      },
    },
  });
  for (const actor of wrong) {
    const check = Reflect.apply(client.enabled, client, ["for everyone", actor]);
    expect(check).toBe(actor !== throwing);
    expect(typeof Reflect.apply(client.enabled, client, ["for admins", actor])).toBe("boolean");
    expect(typeof Reflect.apply(client.enabled, client, ["for pros", actor])).toBe("boolean");
  }
  for (const feature of [undefined, null, 7, {}, Symbol("feature")]) {
    expect<unknown>(Reflect.apply(client.enabled, client, [feature, "User;1"])).toBeFalse();
  }
  expect(Reflect.apply(client.enabled, client, ["for one", 12])).toBeTrue();
  expect(client.enabled("for admins", "User;1")).toBeFalse();
  expect(client.enabled("for one", "User;1")).toBeTrue();
  expect(world.errors).toContain("no database");
  await client.close();
});
