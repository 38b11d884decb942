import { expect, expectTypeOf, test } from "bun:test";
import { type Actor, type GroupPredicate, mountable } from "gatehouse-flags";

const reason = new Error("the host's directory of users is down");

/** A predicate that returns what its type forbids, as JavaScript can; JSON.parse has no type. */
function returning(answer: () => unknown): GroupPredicate {
  return JSON.parse("0", () => answer);
}

/** An API with predicates that fail, and what the host was told of them. */
function brokenMount() {
  const faults: [error: unknown, requestId: string | undefined][] = [];
  const seen: Actor[] = [];
  const api = mountable({
    data: ":memory:",
    onFault: (error, requestId) => void faults.push([error, requestId]),
    groups: {
      broken: () => {
        throw reason;
      },
      brokenForOne: ({ flipperId }) => {
        if (flipperId === "User;1") {
          throw reason;
        }
        return true;
      },
      asynchronous: returning(() => Promise.resolve(true)),
      rejecting: returning(() => Promise.reject(reason)),
      truthy: returning(() => 1),
      watched: (actor) => {
        seen.push(actor);
        return actor.flipperId === "User;1";
      },
    },
  });
  const send = (method: string, path: string, body?: string, headers = {}) =>
    api.handle(
      new Request(`http://localhost/flipper/api${path}`, { method, body: body ?? null, headers }),
    );
  const enableGroup = async (feature: string, name: string) => {
    const response = await send("POST", `/features/${feature}/groups`, JSON.stringify({ name }));
    expect(response.status).toBe(200);
  };
  const check = async (path: string): Promise<unknown> => {
    const response = await send("GET", path);
    expect(response.status).toBe(200);
    return response.json();
  };
  return { api, send, enableGroup, check, faults, seen };
}

function promised(group: string) {
  return new TypeError(`The predicate of the group "${group}" returned a promise, not a boolean`);
}

test("a predicate that throws closes its gate only, and the host is told why", async () => {
  const { api, send, enableGroup, check, faults } = brokenMount();
  for (const feature of ["a", "b", "c"]) {
    await enableGroup(feature, "broken");
  }
  await enableGroup("b", "watched");
  await send("POST", "/features/c/actors", '{"flipper_id":"User;1"}');
  await send("POST", "/features/d/boolean");
  expect(await check("/actors/User;1")).toEqual({
    flipper_id: "User;1",
    features: {
      a: { enabled: false },
      b: { enabled: true },
      c: { enabled: true },
      d: { enabled: true },
    },
  });
  // Once in a request, however many features have the group.
  expect(faults).toEqual([[reason, undefined]]);
  await check("/actors/User;2?keys=a,d");
  expect(faults).toHaveLength(2);
  await api.close();
});

test("its fault has the id of the request, if it was sent with one", async () => {
  const { api, send, enableGroup, faults } = brokenMount();
  await enableGroup("a", "broken");
  await enableGroup("a", "rejecting");
  await send("GET", "/actors/User;1", undefined, { "x-request-id": "abc" });
  await send("GET", "/actors/User;1?keys=a", undefined, { "x-request-id": "not valid" });
  await new Promise((resolve) => setImmediate(resolve));
  const ids = faults.map(([, id]) => id);
  expect(ids.toSorted()).toEqual([...new Array(3).fill("abc"), ...new Array(3).fill(undefined)]);
  await api.close();
});

test("it concerns nobody who does not ask for its group", async () => {
  const { api, send, enableGroup, check, faults } = brokenMount();
  await enableGroup("a", "broken");
  await send("POST", "/features/b/boolean");
  expect(await check("/actors/User;1?keys=b")).toMatchObject({
    features: { b: { enabled: true } },
  });
  await check("/features");
  expect(api.enabled("b", "User;1")).toBe(true);
  expect(api.enabled("a")).toBe(false);
  expect(api.enabled("a", null)).toBe(false);
  expect(faults).toEqual([]);
  await api.close();
});

test("in process it closes its gate too, for the actor for whom it throws", async () => {
  const { api, send, enableGroup, faults } = brokenMount();
  await enableGroup("a", "broken");
  await enableGroup("b", "brokenForOne");
  expect(api.enabled("a", "User;1")).toBe(false);
  expect(faults).toEqual([[reason, undefined]]);
  expect(api.enabled("b", "User;1")).toBe(false);
  expect(api.enabled("b", ["User;1", "User;2"])).toBe(true);
  expect(faults).toHaveLength(3);
  await send("POST", "/features/a/percentage_of_actors", '{"percentage":100}');
  expect(api.enabled("a", "User;1")).toBe(true);
  await api.close();
});

test("a predicate that returns a promise is a type error", () => {
  expectTypeOf<() => boolean>().toExtend<GroupPredicate>();
  expectTypeOf<() => Promise<boolean>>().not.toExtend<GroupPredicate>();
});

test("it is reported at run time, and counts as false", async () => {
  const { api, enableGroup, check, faults } = brokenMount();
  await enableGroup("a", "asynchronous");
  await enableGroup("b", "watched");
  expect(await check("/actors/User;1")).toMatchObject({
    features: { a: { enabled: false }, b: { enabled: true } },
  });
  expect(api.enabled("a", "User;1")).toBe(false);
  expect(faults).toEqual([
    [promised("asynchronous"), undefined],
    [promised("asynchronous"), undefined],
  ]);
  await api.close();
});

test("a promise that is rejected is reported too, and does not end the process", async () => {
  const { api, enableGroup, faults } = brokenMount();
  await enableGroup("a", "rejecting");
  expect(api.enabled("a", "User;1")).toBe(false);
  // The rejection is reported when the host's own code lets others run.
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults).toEqual([
    [promised("rejecting"), undefined],
    [reason, undefined],
  ]);
  await api.close();
});

test("what is true but no boolean counts as false, and is no fault", async () => {
  const { api, enableGroup, faults } = brokenMount();
  await enableGroup("a", "truthy");
  expect(api.enabled("a", "User;1")).toBe(false);
  expect(faults).toEqual([]);
  await api.close();
});

test("a predicate is called once for each actor, for any number of features", async () => {
  const { api, send, seen } = brokenMount();
  for (const name of ["a", "b", "c"]) {
    await send("POST", `/features/${name}/groups`, '{"name":"watched"}');
  }
  await send("GET", "/actors/User;2");
  expect(seen).toEqual([{ flipperId: "User;2", properties: {} }]);
  await api.close();
});

test("a predicate gets the properties of the actor, in process and over HTTP", async () => {
  const { api, send, seen } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"watched"}');
  const properties = { plan: "pro", age: 7 };
  await send("GET", `/actors/User;2?properties=${encodeURIComponent(JSON.stringify(properties))}`);
  api.enabled("a", { flipperId: "User;3", properties });
  expect(seen).toEqual([
    { flipperId: "User;2", properties },
    { flipperId: "User;3", properties },
  ]);
  await api.close();
});

test("groups of the request count in addition to the predicates", async () => {
  const { api, send } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"watched"}');
  const has = async (path: string) => (await (await send("GET", path)).text()).includes("true");
  expect(await has("/actors/User;1")).toBe(true);
  expect(await has("/actors/User;2")).toBe(false);
  expect(await has("/actors/User;2?groups=watched")).toBe(true);
  await api.close();
});
