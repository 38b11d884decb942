import { expect, test } from "bun:test";
import { startUi, type UiPage } from "../web-ui-server.ts";

const reason = "OPS-12: too slow";
const links = ["https://example.com/incidents/91"];
const feature = { environment: 1, key: "search" };

async function changeActs(page: UiPage) {
  const { acts } = await page.answer("GET /acts", { query: { kind: "change" } });
  return acts.toReversed();
}

test("each change with a reason is one act, which names its features and its audits", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const why = { reason, links };
  for (const key of ["search", "checkout"]) {
    await page.answer("POST /environments/:environment/features", {
      ...{ params: { environment: 1 }, body: { key, ...(key === "search" ? why : {}) } },
    });
  }
  await page.answer("PATCH /environments/:environment/features/:key/actors", {
    ...{ params: feature, body: { add: ["User;1", "User;2"], ...why } },
  });
  await page.answer("PUT /environments/:environment/features/:key/percentage-of-time", {
    ...{ params: feature, body: { percentage: 5 } },
  });
  // It changes nothing.
  await page.answer("PUT /environments/:environment/features/:key/percentage-of-time", {
    ...{ params: feature, body: { percentage: 5, ...why } },
  });
  await page.answer("POST /environments/:environment/bulk", {
    params: { environment: 1 },
    body: { keys: ["search", "checkout"], change: { percentageOfActors: 5 }, typed: "2", reason },
  });
  const acts = await changeActs(page);
  expect(acts).toMatchObject([
    {
      ...{ kind: "change", environment: 1, reason, links },
      actor: { type: "User", id: String(page.userId) },
      details: { command: "createFeature", keys: ["search"], first_audit: 1, last_audit: 1 },
    },
    {
      ...{ environment: 1, reason, links },
      details: { command: "changeActors", keys: ["search"], first_audit: 3, last_audit: 4 },
    },
    {
      ...{ environment: 1, reason, links: [] },
      details: { keys: ["search", "checkout"], first_audit: 6, last_audit: 7 },
    },
  ]);
});

test("a change by the Flipper API is no act", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const { features, gates } = server.hosted.manager;
  await features.create("search");
  await gates.post("search", "boolean");
  expect(await changeActs(page)).toEqual([]);
});

test("an act names a hundred features, and counts the others", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const keys = Array.from({ length: 103 }, (_, index) => `feature-${index}`);
  const imported = {
    version: 1,
    features: Object.fromEntries(keys.map((key) => [key, { boolean: "true" }])),
  };
  const answer = await page.call("POST /environments/:environment/import", {
    ...{ params: { environment: 1 }, query: { reason, typed: "Production" }, body: imported },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  const [act] = await changeActs(page);
  expect(act?.details).toMatchObject({ command: "importFeatures", unnamed_keys: 3 });
  expect(act?.details.keys).toHaveLength(100);
});
