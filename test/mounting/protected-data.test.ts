import { expect, test } from "bun:test";
import { createFeature } from "../../src/app/commands/feature-commands.ts";
import { firstStart } from "../../src/app/commands/first-start.ts";
import { LocalWriter } from "../../src/app/writer/local-writer.ts";
import { closedGates } from "../../src/core/evaluation/gates.ts";
import { mountable } from "../../src/index.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { samplePolicy, sampleRules } from "../contract/governance-examples.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { jsonType } from "../helpers/api-client.ts";

/** The data of a hosted server that protects Production. */
async function protectedData(): Promise<TemporaryDirectory> {
  const directory = new TemporaryDirectory();
  const opened = await openSqliteStorage(directory.path);
  const writer = new LocalWriter({ ...opened, now: Date.now, onFailure: () => undefined });
  await writer.submit(firstStart);
  await writer.submit((draft) => {
    const [production] = [...draft.state.productions.values()];
    if (production !== undefined) {
      const actor = { type: "User", id: "1" } as const;
      const caller = { environment: production, actor, userId: 1, token: null };
      const gates = {
        ...closedGates,
        percentageOfActors: 5,
        groups: ["staff"],
        actors: ["User;1"],
      };
      createFeature(draft, caller, { key: "search", production, gates });
      const policy = samplePolicy(production.id, { rules: { ...sampleRules, directTokens: [] } });
      draft.record({ kind: "policy.saved", policy });
    }
  });
  await writer.close();
  await opened.storage.close();
  return directory;
}

const bodies: Readonly<Record<string, unknown>> = {
  "POST /features/:feature_name/groups": { name: "admins" },
  "DELETE /features/:feature_name/groups": { name: "staff" },
  "POST /features/:feature_name/actors": { flipper_id: "User;2" },
  "DELETE /features/:feature_name/actors": { flipper_id: "User;1" },
  "POST /features/:feature_name/percentage_of_actors": { percentage: 7 },
  "POST /features/:feature_name/percentage_of_time": { percentage: 7 },
  "POST /import": { features: { search: { boolean: true } } },
};

const routes = [
  "POST /features/:feature_name/boolean",
  "DELETE /features/:feature_name/boolean",
  "DELETE /features/:feature_name/percentage_of_actors",
  "DELETE /features/:feature_name/clear",
  "DELETE /features/:feature_name",
  ...Object.keys(bodies),
];

test("the mountable API and the library change nothing in protected data", async () => {
  using directory = await protectedData();
  const api = mountable({
    data: directory.path,
    groups: { admins: () => false, staff: () => false },
  });
  for (const route of routes) {
    const [method = "", path = ""] = route.split(" ");
    const body = bodies[route];
    const url = `http://localhost/flipper/api${path.replace(":feature_name", "search")}`;
    const answer = await api.handle(
      new Request(url, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: jsonType }),
      }),
    );
    expect([route, answer.status]).toEqual([route, 403]);
    expect(await answer.json()).toMatchObject({ code: "change_request_required" });
  }
  await expect(api.enable("search")).rejects.toThrow("is protected");
  await expect(api.remove("search")).rejects.toThrow("is protected");
  const created = await api.handle(
    new Request("http://localhost/flipper/api/features", {
      ...{ method: "POST", headers: jsonType, body: JSON.stringify({ name: "fresh" }) },
    }),
  );
  expect(created.status).toBe(200);
  expect(api.enabled("search", "User;1")).toBe(true);
  await api.close();
});
