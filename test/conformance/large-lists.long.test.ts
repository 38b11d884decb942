import { expect, test } from "bun:test";
import { FeatureListModel } from "../../src/api/flipper/features/feature-model.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { modelled } from "../helpers/modelled.ts";

/* Lists of half a megabyte or more are made in slices, and answered as short ones are. */

const count = 1_200;
const actors = [`User;${"x".repeat(1_000)}`];
const keys = Array.from(
  { length: count },
  (_, index) => `feature_${String(index).padStart(4, "0")}`,
);
const features = Object.fromEntries(keys.map((key) => [key, { actors }]));
const manyActors = Array.from({ length: 12_000 }, (_, index) => `User;${100_000 + index}`);

describeMountable("large lists (docs/api.md#features)", (api) => {
  test("all features, conditional, compressed, and after a change", async () => {
    await api.import(features);
    const [response, body] = await api.features.list();
    expect(response.status).toBe(200);
    expect(modelled(FeatureListModel, body).features.map(({ key }) => key)).toEqual(keys);
    const plain = await api.send("/features");
    const text = await plain.text();
    expect(text.length).toBeGreaterThan(1_000_000);
    const tag = plain.headers.get("etag") ?? "";
    const gzip = await api.send("/features", { headers: { "accept-encoding": "gzip" } });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gzip.headers.get("etag")).toBe(tag.replace(/"$/, '-gzip"'));
    expect(new TextDecoder().decode(Bun.gunzipSync(await gzip.arrayBuffer()))).toBe(text);
    for (const each of [plain, gzip]) {
      expect(each.headers.get("vary")).toBe("accept-encoding");
      expect(each.headers.get("content-type")).toBe("application/json");
      expect(each.headers.get("cache-control")).toBe("private, no-cache");
      const known = { headers: { "if-none-match": each.headers.get("etag") ?? "" } };
      const notModified = await api.send("/features", known);
      expect([notModified.status, await notModified.text()]).toEqual([304, ""]);
    }
    await api.gates.post("feature_0000", "boolean");
    const changed = await api.send("/features", { headers: { "if-none-match": tag } });
    expect(changed.status).toBe(200);
    expect(Number(changed.headers.get("flipper-sync-version"))).toBeGreaterThan(
      Number(plain.headers.get("flipper-sync-version")),
    );
    expect(await changed.text()).not.toBe(text);
  });

  test.each(["/features", "//features", `/features?keys=${keys.join(",")}`])(
    "HEAD is answered as GET, without the body: %.30s",
    async (path) => {
      await api.import(features);
      const get = await api.send(path);
      const head = await api.send(path, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([get.status, ""]);
      for (const name of ["etag", "vary", "content-type", "flipper-sync-version"]) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      expect(JSON.parse(await get.text()).features).toHaveLength(count);
    },
  );

  test("some features are answered in the order asked, with a tag and compressed", async () => {
    await api.import(features);
    const reversed = keys.toReversed();
    const path = `/features?keys=${reversed.join(",")},unknown,${keys[0]}`;
    const [, body] = await api.call("GET", path);
    expect(modelled(FeatureListModel, body).features.map(({ key }) => key)).toEqual(reversed);
    const response = await api.send(path, { headers: { "accept-encoding": "gzip" } });
    const text = new TextDecoder().decode(Bun.gunzipSync(await response.arrayBuffer()));
    expect(JSON.parse(text)).toEqual(body);
    const known = { "if-none-match": response.headers.get("etag") ?? "" };
    expect((await api.send(path, { headers: known })).status).toBe(304);
    const [whole] = await api.features.list();
    expect(whole.headers.get("etag")).not.toBe(known["if-none-match"].replace("-gzip", ""));
  });

  test("one feature with very many actors, read and written", async () => {
    await api.import({ heavy: { actors: manyActors } });
    const [, body] = await api.features.get("heavy");
    expect(body).toMatchObject({ key: "heavy", state: "conditional" });
    const [, written, text] = await api.gates.post("heavy", "percentage_of_time", {
      percentage: 5,
    });
    expect(written).toMatchObject({ gates: { 2: { key: "actors", value: manyActors } } });
    const [, , again] = await api.features.get("heavy");
    expect(again).toBe(text);
    const [, , list] = await api.features.list();
    expect(list).toBe(`{"features":[${text}]}`);
    const [, , cleared] = await api.features.get("heavy", "exclude_gates=true");
    expect(cleared).toBe('{"key":"heavy","state":"conditional"}');
  });
});
