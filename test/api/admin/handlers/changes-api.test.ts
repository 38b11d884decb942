import { expect, test } from "bun:test";
import { refusalIn, startUi, type UiPage } from "../web-ui-server.ts";

const feature = "/environments/:environment/features/:key" as const;
const params = { environment: 1, key: "search" };

async function startWithFeature() {
  const server = await startUi();
  const page = await server.page("member");
  await page.answer("POST /environments/:environment/features", {
    params,
    body: { key: "search" },
  });
  return { server, page, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const several = [
  { gate: "groups", action: "enable", value: "staff" },
  { gate: "actors", action: "enable", value: "User;1" },
  { gate: "percentage_of_actors", action: "enable", value: 25 },
];

const gatesIn = async (page: UiPage) => (await page.answer(`GET ${feature}`, { params })).gates;
const preview = (page: UiPage, changes: readonly object[]) =>
  page.answer(`POST ${feature}/changes/preview`, { params, body: { changes } });

test("a preview shows what the changes then do, and changes nothing", async () => {
  await using started = await startWithFeature();
  const { server, page } = started;
  const before = server.state();
  const shown = await preview(page, several);
  expect(server.state()).toBe(before);
  expect(shown).toMatchObject({
    before: { state: "off", gates: { groupCount: 0, actorCount: 0, percentageOfActors: 0 } },
    after: {
      state: "conditional",
      gates: { groupCount: 1, actorCount: 1, percentageOfActors: 25 },
    },
    mustType: false,
  });
  await page.answer(`POST ${feature}/changes`, {
    params,
    body: { changes: several, seen: shown.tag },
  });
  expect(await gatesIn(page)).toMatchObject({
    groups: ["staff"],
    actorCount: 1,
    percentageOfActors: 25,
  });
  expect((await preview(page, several)).before).toEqual(shown.after);
});

test("the changes are made all or not at all", async () => {
  await using started = await startWithFeature();
  const { server, page } = started;
  const before = server.state();
  const wrong = [...several, { gate: "percentage_of_time", action: "enable", value: 101 }];
  const answer = await page.call(`POST ${feature}/changes`, { params, body: { changes: wrong } });
  expect(await refusalIn(answer)).toMatchObject({
    status: 422,
    code: "percentage_invalid",
    message: expect.stringContaining("changes[3]"),
  });
  expect(server.state()).toBe(before);
});

test("changes of gates that were changed in between are refused", async () => {
  await using started = await startWithFeature();
  const { server, page } = started;
  const { tag } = await preview(page, several);
  await page.answer(`PUT ${feature}/percentage-of-time`, { params, body: { percentage: 5 } });
  const before = server.state();
  const answer = await page.call(`POST ${feature}/changes`, {
    params,
    body: { changes: several, seen: tag },
  });
  expect(await refusalIn(answer)).toMatchObject({ status: 409, code: "gate_changed" });
  expect(server.state()).toBe(before);
});

test("what many notice in Production needs the key, as the preview says", async () => {
  await using started = await startWithFeature();
  const { server, page } = started;
  const changes = [{ gate: "boolean", action: "enable" }];
  expect((await preview(page, changes)).mustType).toBe(true);
  const before = server.state();
  const answer = await page.call(`POST ${feature}/changes`, { params, body: { changes } });
  expect(await refusalIn(answer)).toMatchObject({ status: 422, code: "confirmation_required" });
  expect(server.state()).toBe(before);
  await page.answer(`POST ${feature}/changes`, { params, body: { changes, typed: "search" } });
  expect(await gatesIn(page)).toMatchObject({ boolean: true });
});

const refused: [title: string, changes: readonly object[], code: string][] = [
  ["no change", [], "input_invalid"],
  ["too many changes", new Array(1_001).fill(several[0]), "input_invalid"],
  ["an unknown gate", [{ gate: "moon", action: "enable" }], "input_invalid"],
  [
    "a value where none belongs",
    [{ gate: "boolean", action: "enable", value: 1 }],
    "parameter_invalid",
  ],
  ["a missing value", [{ gate: "actors", action: "enable" }], "flipper_id_missing"],
];

test.each(refused)("%s is refused, by the preview too", async (_title, changes, code) => {
  await using started = await startWithFeature();
  for (const path of ["changes", "changes/preview"]) {
    const answer = await started.page.call(`POST ${feature}/${path}`, {
      params,
      body: { changes },
    });
    expect((await refusalIn(answer)).code).toBe(code);
  }
});
