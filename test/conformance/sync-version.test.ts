import { expect, test } from "bun:test";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";

type Write = readonly [name: string, write: (api: ApiClient) => Promise<unknown>];

// In this order each write changes something.
const changing: Write[] = [
  ["create", (api) => api.features.create("search")],
  ["boolean", (api) => api.gates.post("search", "boolean")],
  ["not boolean", (api) => api.gates.delete("search", "boolean")],
  ["group", (api) => api.gates.post("search", "groups", { name: "admins" })],
  ["no group", (api) => api.gates.delete("search", "groups", { name: "admins" })],
  ["actor", (api) => api.gates.post("search", "actors", { flipper_id: "User;1" })],
  ["no actor", (api) => api.gates.delete("search", "actors", { flipper_id: "User;1" })],
  ["part of actors", (api) => api.gates.post("search", "percentage_of_actors", { percentage: 5 })],
  ["no actors", (api) => api.gates.delete("search", "percentage_of_actors")],
  ["part of time", (api) => api.gates.post("search", "percentage_of_time", { percentage: 5 })],
  ["no time", (api) => api.gates.post("search", "percentage_of_time", { percentage: 0 })],
  ["a gate write that only creates", (api) => api.gates.delete("other", "boolean")],
  ["import", (api) => api.import({ search: { actors: ["User;1"] } })],
  ["clear", (api) => api.features.clear("search")],
  ["remove", (api) => api.features.remove("search")],
  ["create again", (api) => api.features.create("search")],
  ["import of nothing", (api) => api.import({})],
];

// None of these writes changes anything in the features of the test.
const unchanging: Write[] = [
  ["create", (api) => api.features.create("search")],
  ["group", (api) => api.gates.post("search", "groups", { name: "admins" })],
  ["other group", (api) => api.gates.delete("search", "groups", { name: "others" })],
  ["actor", (api) => api.gates.post("search", "actors", { flipper_id: "User;1" })],
  ["other actor", (api) => api.gates.delete("search", "actors", { flipper_id: "User;2" })],
  ["part of actors", (api) => api.gates.post("search", "percentage_of_actors", { percentage: 5 })],
  ["part of time", (api) => api.gates.post("search", "percentage_of_time", { percentage: 5 })],
  ["boolean of one that is off", (api) => api.gates.delete("off", "boolean")],
  ["percentage of one that is off", (api) => api.gates.delete("off", "percentage_of_time")],
  ["clear of one that is off", (api) => api.features.clear("off")],
  ["boolean of one that is on", (api) => api.gates.post("on", "boolean")],
  ["clear of an unknown one", (api) => api.features.clear("unknown")],
  ["remove of an unknown one", (api) => api.features.remove("unknown")],
  ["a refused write", (api) => api.gates.post("search", "groups", { name: "unheard" })],
  ["a check", (api) => api.actors.check("User;3", "keys=search,unknown")],
  ["a read of an unknown one", (api) => api.features.get("unknown")],
];

async function versionOf(api: ApiClient, query?: string): Promise<number> {
  const [response] = await api.features.list(query);
  const header = response.headers.get("flipper-sync-version") ?? "none";
  expect(header).toMatch(/^\d+$/);
  expect(Number.isSafeInteger(Number(header))).toBe(true);
  return Number(header);
}

describeMountable(
  "Flipper-Sync-Version (docs/api.md#response-headers)",
  (api) => {
    test("rises with every change, and never falls", async () => {
      let version = await versionOf(api);
      for (const [name, write] of changing) {
        await write(api);
        const next = await versionOf(api);
        expect({ name, rises: next > version }).toEqual({ name, rises: true });
        version = next;
      }
    });

    test.each(unchanging)("stays when nothing changes: %s", async (_name, write) => {
      await api.import({
        search: {
          groups: ["admins"],
          actors: ["User;1"],
          percentage_of_actors: "5",
          percentage_of_time: "5",
        },
        off: {},
        on: { boolean: "true" },
      });
      const version = await versionOf(api);
      await write(api);
      expect(await versionOf(api)).toBe(version);
    });

    test("is the same for every form of the list", async () => {
      await api.features.create("search");
      const version = await versionOf(api);
      expect(await versionOf(api, "keys=search")).toBe(version);
      expect(await versionOf(api, "exclude_gates=true&_cb=1")).toBe(version);
    });
  },
  { groups: ["admins"] },
);
