import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Mountable, mountable } from "gatehouse-flags";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const inMemory = { data: ":memory:" };
const halfPair = "\ud800";

async function outcome(call: () => unknown): Promise<string> {
  try {
    await call();
    return "done";
  } catch (error) {
    return String(error);
  }
}

/** Calls a method as JavaScript without types does. */
function call(toggles: Mountable, method: string, ...args: unknown[]): unknown {
  const found: unknown = Reflect.get(toggles, method);
  return typeof found === "function" ? Reflect.apply(found, toggles, args) : undefined;
}

describe("arguments of in-process methods (docs/library.md)", () => {
  test.each([
    ["enable", [5], "TypeError: the name of a feature must be a text"],
    ["create", [null], "TypeError: the name of a feature must be a text"],
    ["enableGroup", ["a", 5], "TypeError: the name of a group must be a text"],
    [
      "enableActor",
      ["a", null],
      "TypeError: an actor must be a text or an object with a text flipperId",
    ],
    [
      "enableActor",
      ["a", { id: 5 }],
      "TypeError: an actor must be a text or an object with a text flipperId",
    ],
    ["enabled", ["a", 5], "TypeError: an actor must be a text or an object with a text flipperId"],
    [
      "enabled",
      ["a", [null]],
      "TypeError: an actor must be a text or an object with a text flipperId",
    ],
    ["enableActor", ["a", halfPair], "GatehouseError: flipper_id is not valid Unicode"],
    [
      "enableGroup",
      ["a", halfPair, { allowUnregistered: true }],
      "GatehouseError: The name is not valid Unicode",
    ],
  ])("%s(%j) is refused and changes nothing", async (method, args, refusal) => {
    const toggles = mountable(inMemory);
    expect(await outcome(() => call(toggles, method, ...args))).toBe(refusal);
    expect(toggles.features()).toEqual([]);
    await toggles.close();
  });

  test("what is refused in a directory does not spoil what comes later", async () => {
    using directory = new TemporaryDirectory();
    const options = { data: join(directory.path, "data") };
    const toggles = mountable(options);
    await outcome(() => toggles.enableActor("a", halfPair));
    await toggles.enableActor("a", "\ufffd");
    await toggles.close();
    const again = mountable(options);
    expect(again.features().map(({ gates }) => gates.actors)).toEqual([["\ufffd"]]);
    await again.close();
  });
});

test("an answer is a copy: changing it changes no toggle", async () => {
  const toggles = mountable(inMemory);
  const answers = [await toggles.enableActor("a", "User;1"), ...toggles.features()];
  for (const { gates } of answers) {
    Reflect.set(gates, "boolean", true);
    Reflect.set(gates.actors, 1, "User;2");
  }
  expect([
    toggles.enabled("a"),
    toggles.enabled("a", "User;2"),
    toggles.enabled("a", "User;1"),
  ]).toEqual([false, false, true]);
  await toggles.close();
});

test.each([
  [{ basicAuth: { user: undefined, password: undefined } }, "basicAuth.user must be a text"],
  [{ basicAuth: { user: "u", password: "" } }, "basicAuth.password must be a text"],
  [{ basicAuth: { user: "u:v", password: "p" } }, "basicAuth.user must not contain a colon"],
  [{ pollIntervalSeconds: 9 }, "pollIntervalSeconds must be an integer from 10 to 86400"],
  [{ pollIntervalSeconds: Number.NaN }, "pollIntervalSeconds must be an integer"],
  [{ pollIntervalSeconds: "10\r\n" }, "pollIntervalSeconds must be an integer"],
])("the options %j are refused", (options, message) => {
  expect(() => Reflect.apply(mountable, undefined, [{ ...inMemory, ...options }])).toThrow(message);
});

test("toggles in memory that nobody closes are collected", async () => {
  const made: WeakRef<object>[] = [];
  for (let count = 0; count < 50; count++) {
    const toggles = mountable(inMemory);
    await toggles.enable("a");
    made.push(new WeakRef(toggles));
  }
  await Bun.sleep(0);
  Bun.gc(true);
  expect(made.filter((one) => one.deref() !== undefined).length).toBeLessThan(10);
});
