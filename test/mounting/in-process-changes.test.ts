import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { GatehouseError, type Mountable, mountable } from "gatehouse-flags";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const directory = new TemporaryDirectory();
afterAll(() => directory[Symbol.dispose]());

const groups = { admins: ({ flipperId }: { flipperId: string }) => flipperId === "Admin;1" };
const inMemory = mountable({ data: ":memory:", groups });
const inDirectory = mountable({ data: join(directory.path, "data"), groups });
afterAll(() => Promise.all([inMemory.close(), inDirectory.close()]));

/** Each change, what it is over HTTP, and which actors have the feature afterwards. */
const changes: readonly {
  readonly name: string;
  readonly change: (toggles: Mountable) => Promise<unknown>;
  readonly request: readonly [method: string, path: string, body?: object];
  readonly enabledFor: readonly string[];
}[] = [
  {
    name: "enable",
    change: (toggles) => toggles.enable("search"),
    request: ["POST", "search/boolean"],
    enabledFor: ["User;1", "User;2", "Admin;1"],
  },
  {
    name: "disable",
    change: (toggles) => toggles.disable("search"),
    request: ["DELETE", "search/boolean"],
    enabledFor: [],
  },
  {
    name: "enableActor",
    change: (toggles) => toggles.enableActor("search", "User;1"),
    request: ["POST", "search/actors", { flipper_id: "User;1" }],
    enabledFor: ["User;1"],
  },
  {
    name: "enableActor of an object",
    change: (toggles) => toggles.enableActor("search", { flipperId: "User;2" }),
    request: ["POST", "search/actors", { flipper_id: "User;2" }],
    enabledFor: ["User;1", "User;2"],
  },
  {
    name: "disableActor",
    change: (toggles) => toggles.disableActor("search", "User;1"),
    request: ["DELETE", "search/actors", { flipper_id: "User;1" }],
    enabledFor: ["User;2"],
  },
  {
    name: "enableGroup",
    change: (toggles) => toggles.enableGroup("search", "admins"),
    request: ["POST", "search/groups", { name: "admins" }],
    enabledFor: ["User;2", "Admin;1"],
  },
  {
    name: "enableGroup of an unregistered one",
    change: (toggles) => toggles.enableGroup("search", "guests", { allowUnregistered: true }),
    request: ["POST", "search/groups", { name: "guests", allow_unregistered_groups: true }],
    enabledFor: ["User;2", "Admin;1"],
  },
  {
    name: "disableGroup",
    change: (toggles) => toggles.disableGroup("search", "admins"),
    request: ["DELETE", "search/groups", { name: "admins" }],
    enabledFor: ["User;2"],
  },
  {
    name: "clear",
    change: (toggles) => toggles.clear("search"),
    request: ["DELETE", "search/clear"],
    enabledFor: [],
  },
  {
    name: "enablePercentageOfActors",
    change: (toggles) => toggles.enablePercentageOfActors("search", 100),
    request: ["POST", "search/percentage_of_actors", { percentage: 100 }],
    enabledFor: ["User;1", "User;2", "Admin;1"],
  },
  {
    name: "disablePercentageOfActors",
    change: (toggles) => toggles.disablePercentageOfActors("search"),
    request: ["DELETE", "search/percentage_of_actors"],
    enabledFor: [],
  },
  {
    name: "enablePercentageOfTime",
    change: (toggles) => toggles.enablePercentageOfTime("search", 100),
    request: ["POST", "search/percentage_of_time", { percentage: 100 }],
    enabledFor: ["User;1", "User;2", "Admin;1"],
  },
  {
    name: "disablePercentageOfTime",
    change: (toggles) => toggles.disablePercentageOfTime("search"),
    request: ["DELETE", "search/percentage_of_time"],
    enabledFor: [],
  },
  {
    name: "remove",
    change: (toggles) => toggles.remove("search"),
    request: ["DELETE", "search"],
    enabledFor: [],
  },
  {
    name: "create, which normalizes the name",
    change: (toggles) => toggles.create(" search\u200b "),
    request: ["POST", "", { name: " search\u200b " }],
    enabledFor: [],
  },
];

async function request(toggles: Mountable, method: string, path: string, body?: object) {
  const url = `http://localhost/flipper/api/features${path === "" ? "" : `/${path}`}`;
  const response = await toggles.handle(
    new Request(url, body === undefined ? { method } : { method, body: JSON.stringify(body) }),
  );
  return { status: response.status, text: await response.text() };
}

function enabledFor(toggles: Mountable): readonly string[] {
  return ["User;1", "User;2", "Admin;1"].filter((id) => toggles.enabled("search", id));
}

describe.each([
  ["memory", inMemory],
  ["a directory", inDirectory],
])("in %s", (_, toggles) => {
  test("each change has the effect of its route", async () => {
    const twin = mountable({ data: ":memory:", groups });
    for (const { name, change, request: sent, enabledFor: ids } of changes) {
      const answer: unknown = await change(toggles);
      expect({ name, ids: enabledFor(toggles) }).toEqual({ name, ids: [...ids] });
      expect((await request(twin, ...sent)).status).toBeLessThan(300);
      expect({ name, features: toggles.features() }).toEqual({ name, features: twin.features() });
      const listed = await request(toggles, "GET", "");
      expect(listed).toEqual(await request(twin, "GET", ""));
      const [feature]: readonly unknown[] = toggles.features();
      expect(answer === undefined || Bun.deepEquals(answer, feature)).toBe(true);
    }
    await twin.close();
    await toggles.remove("search");
  });

  test("a refused change rejects as its route does, and changes nothing", async () => {
    await toggles.enable("kept");
    const before = toggles.features();
    const long = "x".repeat(1_025);
    const refused: readonly [change: () => Promise<unknown>, code: number][] = [
      [() => toggles.enable(""), 5],
      [() => toggles.enable(" padded "), 5],
      [() => toggles.create(" \u200b"), 5],
      [() => toggles.remove("x".repeat(256)), 5],
      [() => toggles.clear(".."), 5],
      [() => toggles.enableActor("new", ""), 4],
      [() => toggles.enableActor("new", { flipperId: long }), 4],
      [() => toggles.disableActor("new", long), 4],
      [() => toggles.enableGroup("new", "unheard"), 2],
      [() => toggles.enableGroup("new", "", { allowUnregistered: true }), 5],
      [() => toggles.disableGroup("new", "x".repeat(256)), 5],
      [() => toggles.enablePercentageOfActors("new", 101), 3],
      [() => toggles.enablePercentageOfActors("new", 0.5), 3],
      [() => toggles.enablePercentageOfTime("new", Number.NaN), 3],
      [() => toggles.enablePercentageOfTime("new", -1), 3],
    ];
    for (const [change, code] of refused) {
      const error: unknown = await change().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(GatehouseError);
      expect(error).toMatchObject({ code });
    }
    expect(toggles.features()).toEqual(before);
    await toggles.remove("kept");
  });

  test("changes that are not awaited are done in their order", async () => {
    const steps = [toggles.enable("order"), toggles.disable("order"), toggles.enable("order")];
    await Promise.all([...steps, toggles.enableActor("order", "User;1")]);
    expect(toggles.features()).toEqual([
      {
        key: "order",
        state: "on",
        gates: expect.objectContaining({ boolean: true, actors: ["User;1"] }),
      },
    ]);
    await toggles.remove("order");
  });
});

test("in memory a change is visible when the call returns, before it is awaited", async () => {
  const toggles = mountable({ data: ":memory:" });
  const enabled = toggles.enable("search");
  expect(toggles.enabled("search")).toBe(true);
  const disabled = toggles.disable("search");
  expect(toggles.enabled("search")).toBe(false);
  await Promise.all([enabled, disabled]);
  await toggles.close();
});

test("before a new directory is set up, changes wait for that, and keep their order", async () => {
  const data = join(directory.path, "new");
  const toggles = mountable({ data });
  expect(toggles.features()).toEqual([]);
  const answers = [toggles.enable("a"), toggles.disable("a"), toggles.enable("b")];
  await Promise.all(answers);
  expect(toggles.features().map(({ key, state }) => [key, state])).toEqual([
    ["a", "off"],
    ["b", "on"],
  ]);
  await toggles.close();
  await expect(toggles.enable("late")).rejects.toMatchObject({ code: "unavailable" });
});

test("a change is durable and audited when its promise resolves", async () => {
  const data = join(directory.path, "durable");
  const toggles = mountable({ data });
  await toggles.enable("search");
  await toggles.enableActor("search", "User;1");
  // Read beside the open library, as after a crash.
  using database = new Database(join(data, "gatehouse.db"), { readonly: true });
  const audits = database.query("SELECT action, value FROM audits ORDER BY sequence").values();
  expect(audits).toEqual([
    ["create", null],
    ["enable", null],
    ["enable_actor", "User;1"],
  ]);
  await toggles.close();
  const again = mountable({ data });
  expect(again.enabled("search", "User;1")).toBe(true);
  await again.close();
});

test("a mount can be used without a request, and after a refused change", async () => {
  const toggles = mountable({ data: ":memory:" });
  await expect(toggles.enableGroup("search", "unheard")).rejects.toThrow("Group not registered");
  expect(toggles.features()).toEqual([]);
  await toggles.close();
  await toggles.close();
  await expect(toggles.enable("search")).rejects.toMatchObject({ code: "unavailable" });
});
