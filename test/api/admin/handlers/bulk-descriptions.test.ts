import { expect, test } from "bun:test";
import { change, keys, preview, startWithFeatures } from "./bulk-features.ts";

test("tags, owner and longevity have no step, and the answer has what restores them", async () => {
  await using started = await startWithFeatures();
  const { page } = started;
  const features = "PATCH /environments/:environment/features/:key" as const;
  await page.answer(features, {
    params: { environment: 1, key: "cart" },
    body: { tags: ["old", "web"], longevity: "temporary" },
  });
  const described = async () => {
    const list = await page.answer("GET /environments/:environment/features", {
      params: { environment: 1 },
    });
    return list.features.map(({ key, tags, owner, longevity }) => [
      key,
      tags,
      owner?.id ?? null,
      longevity,
    ]);
  };
  const atFirst = await described();
  const tagged = await change(page, 1, {
    keys: [...keys, "gone"],
    change: { tags: { add: ["web"], remove: ["old"] } },
  });
  expect(tagged).toMatchObject({
    changed: 3,
    missing: ["gone"],
    audit: null,
    before: [
      { key: "cart", tags: ["old", "web"] },
      { key: "pay", tags: [] },
      { key: "search", tags: [] },
    ],
  });
  const owned = await change(page, 1, { keys, change: { ownerId: page.userId } });
  const lasting = await change(page, 1, { keys, change: { longevity: "temporary" } });
  expect(lasting).toMatchObject({
    changed: 2,
    unchanged: 1,
    before: [
      { key: "pay", longevity: null },
      { key: "search", longevity: null },
    ],
  });
  expect(await described()).toEqual(keys.map((key) => [key, ["web"], page.userId, "temporary"]));
  for (const { before } of [lasting, owned, tagged]) {
    await change(page, 1, {
      keys: before.map(({ key }) => key),
      change: { describe: before },
    });
  }
  expect(await described()).toEqual(atFirst);
});

test("a feature with 20 tags stays as it is, and the answer says why", async () => {
  await using started = await startWithFeatures();
  const { page } = started;
  const tags = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  await change(page, 1, { keys: ["cart"], change: { tags: { add: tags } } });
  const body = { keys, change: { tags: { add: ["more"] } } };
  const expected = {
    changed: 2,
    unchanged: 1,
    unchangedBecause: [{ reason: "tags_full", count: 1 }],
  };
  expect(await preview(page, 1, body)).toMatchObject({ ...expected, mustType: false });
  expect(await change(page, 1, body)).toMatchObject(expected);
});
