import { expect, test } from "bun:test";
import { refusalIn, startUi } from "../web-ui-server.ts";

test("an undo of a step asks for the number of its features, also behind the first thousand", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const keys = Array.from({ length: 1_100 }, (_, index) => `f${10_000 + index}`);
  const gates = (percentage: number) => ({
    boolean: null,
    expression: null,
    groups: [],
    actors: ["User;1"],
    percentage_of_actors: String(percentage),
    percentage_of_time: null,
  });
  const importAll = (last: number, others: number) =>
    page.answer("POST /environments/:environment/import", {
      params: { environment: 1 },
      query: { preview: "0", typed: "Production" },
      body: {
        version: 1,
        features: Object.fromEntries(
          keys.map((each, index) => [each, gates(index === 1_099 ? last : others)]),
        ),
      },
    });
  await importAll(100, 5);
  await importAll(6, 6);
  const { audits } = await page.answer("GET /environments/:environment/audits", {
    params: { environment: 1 },
  });
  const params = { environment: 1, audit: audits[0]?.id ?? 0 };
  const preview = await page.answer("POST /environments/:environment/audits/:audit/undo-preview", {
    params,
    body: { to: "before" },
  });
  expect(preview).toMatchObject({ featureCount: 1_100, mustType: true });
  const body = { to: "before", tag: preview.tag } as const;
  const undo = "POST /environments/:environment/audits/:audit/undo" as const;
  const typed = audits[0]?.featureKey ?? "";
  const unconfirmed = await page.call(undo, { params, body: { ...body, typed } });
  expect(await refusalIn(unconfirmed)).toMatchObject({
    code: "confirmation_required",
    message: expect.stringContaining('"1100"'),
  });
  const done = await page.call(undo, { params, body: { ...body, typed: "1100" } });
  expect(done.status).toBe(200);
});

test("an undo of a step asks for the key of the only feature that it changes", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const params = { environment: 1 };
  for (const each of ["first", "second"]) {
    await page.answer("POST /environments/:environment/features", { params, body: { key: each } });
  }
  const { audit } = await page.answer("POST /environments/:environment/bulk", {
    params,
    body: { keys: ["first", "second"], change: { enable: true }, typed: "2" },
  });
  await page.answer("DELETE /environments/:environment/features/:key/gates", {
    params: { environment: 1, key: "first" },
    body: { typed: "first" },
  });
  const undone = { environment: 1, audit: audit ?? 0 };
  const preview = await page.answer("POST /environments/:environment/audits/:audit/undo-preview", {
    params: undone,
    body: { to: "before" },
  });
  expect(preview).toMatchObject({ featureCount: 1, mustType: true });
  const undo = "POST /environments/:environment/audits/:audit/undo" as const;
  const body = { to: "before", tag: preview.tag } as const;
  const refused = await page.call(undo, { params: undone, body: { ...body, typed: "first" } });
  expect(await refusalIn(refused)).toMatchObject({ code: "confirmation_required" });
  const done = await page.call(undo, { params: undone, body: { ...body, typed: "second" } });
  expect(done.status).toBe(200);
});
