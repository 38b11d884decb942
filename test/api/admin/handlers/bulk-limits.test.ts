import { expect, test } from "bun:test";
import { refusalIn } from "../web-ui-server.ts";
import { bulk, bulkPreview, keys, preview, startWithFeatures } from "./bulk-features.ts";
import { expectChangedInOneStep } from "./bulk-of-many.ts";

const refused: [title: string, body: object, code: string][] = [
  ["no feature", { keys: [], change: { enable: true } }, "input_invalid"],
  ["a feature twice", { keys: ["cart", "cart"], change: { enable: true } }, "input_invalid"],
  [
    "too many features",
    { keys: Array.from({ length: 5_001 }, (_, at) => `f${at}`), change: { enable: true } },
    "input_invalid",
  ],
  ["no change", { keys, change: {} }, "input_invalid"],
  ["two changes", { keys, change: { enable: true, delete: true } }, "input_invalid"],
  ["an unknown change", { keys, change: { paint: true } }, "input_invalid"],
  ["a percentage above 100", { keys, change: { percentageOfActors: 101 } }, "input_invalid"],
  ["an unknown environment", { keys, change: { copyTo: 99 } }, "environment_not_found"],
  ["an owner who is no member", { keys, change: { ownerId: 99 } }, "owner_unknown"],
  [
    "descriptions of other features",
    { keys, change: { describe: [{ key: "other", tags: [] }] } },
    "input_invalid",
  ],
];

test.each(refused)(
  "%s is refused, by the preview too, and changes nothing",
  async (_t, body, code) => {
    await using started = await startWithFeatures();
    const { server, page } = started;
    const before = server.state();
    for (const name of [bulk, bulkPreview]) {
      const answer = await page.call(name, { params: { environment: 1 }, body });
      expect((await refusalIn(answer)).code).toBe(code);
    }
    expect(server.state()).toBe(before);
  },
);

test("a quota that one of the features would exceed refuses all", async () => {
  await using started = await startWithFeatures();
  const { server, page, staging } = started;
  const many = Array.from({ length: 200 }, (_, at) => `User;${at}`);
  await page.answer("PATCH /environments/:environment/features/:key/actors", {
    params: { environment: 1, key: "cart" },
    body: { add: many },
  });
  const owner = await server.page("owner");
  await owner.answer("PUT /plan", {
    body: { plan: "self_hosted", limits: { environment_bytes: 500 } },
  });
  const before = server.state();
  const body = { keys, change: { copyTo: staging } };
  for (const name of [bulk, bulkPreview]) {
    const answer = await page.call(name, { params: { environment: 1 }, body });
    expect((await refusalIn(answer)).code).toBe("quota_exceeded");
  }
  expect(server.state()).toBe(before);
});

test("a preview whose client has disconnected is not computed", async () => {
  await using started = await startWithFeatures();
  const { server, page } = started;
  const answer = await server.send("/admin/v1/environments/1/bulk/preview", {
    method: "POST",
    headers: {
      cookie: page.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
    },
    body: JSON.stringify({ keys, change: { enable: true } }),
    signal: AbortSignal.abort(),
  });
  expect(await refusalIn(answer)).toMatchObject({ status: 503, code: "unavailable" });
});

test("a viewer may preview, and may change nothing", async () => {
  await using started = await startWithFeatures();
  const viewer = await started.server.page("viewer");
  const body = { keys, change: { percentageOfActors: 20 } };
  await preview(viewer, 1, body);
  const answer = await viewer.call(bulk, { params: { environment: 1 }, body });
  expect((await refusalIn(answer)).code).toBe("role_required");
});

test("1,000 features are changed while others read, and deleted and restored in one step", () =>
  expectChangedInOneStep(1_000));
