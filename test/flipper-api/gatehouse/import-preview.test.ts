import { expect, test } from "bun:test";
import { ImportPreviewModel } from "../../../src/flipper-api/gatehouse/import-preview-model.ts";
import { everything } from "../../helpers/expect-refused.ts";
import { created } from "../../helpers/hosted-client.ts";
import { modelled } from "../../helpers/modelled.ts";
import { Upload } from "../../helpers/upload.ts";
import { type Called, caller, describeSites, startHostedSite } from "./gatehouse-sites.ts";

const path = "/gatehouse/import-preview";

function previewed({ status, body }: Called) {
  expect(status).toBe(200);
  return modelled(ImportPreviewModel, body);
}

describeSites("the preview of an import", (site) => {
  test("tells what the import would do, and changes nothing", async () => {
    const { call, api } = site();
    await api.import({ same: { actors: ["User;1"] }, changed: {}, old: { boolean: true } });
    const before = await everything(api);
    const features = { same: { actors: ["User;1"] }, changed: { actors: ["a", "b"] }, new: {} };
    const preview = previewed(await call("POST", path, { body: { features } }));
    expect(preview).toEqual({
      features: [
        { key: "old", change: "removed", actions: { remove: 1 } },
        { key: "changed", change: "changed", actions: { enable_actor: 2 } },
        { key: "new", change: "created", actions: { create: 1 } },
      ],
      created: 1,
      changed: 1,
      cleared: 0,
      removed: 1,
      unchanged: 1,
    });
    expect(await everything(api)).toEqual(before);
    expect((await api.import(features))[0].status).toBe(204);
    expect(previewed(await call("POST", path, { body: { features } }))).toMatchObject({
      features: [],
      unchanged: 3,
    });
  });

  test.each([
    ["no features", {}],
    ["an unknown gate", { features: { a: { gate: true } } }],
    ["a bad name", { features: { " a": {} } }],
    ["a bad percentage", { features: { a: { percentage_of_time: 101 } } }],
  ])("is refused as the import for %s", async (_, body) => {
    const { call } = site();
    const refused = await call("POST", path, { body });
    expect(refused).toEqual(await call("POST", "/import", { body }));
    expect(refused).toMatchObject({ status: 422, body: { code: 6, error: expect.any(String) } });
  });
});

test("waits for no other import, and has the same room", async () => {
  const { call, api, stop } = await startHostedSite();
  const upload = new Upload(api);
  await upload.send("{");
  const body = { features: {} };
  expect(await call("POST", path, { body })).toMatchObject({
    status: 503,
    body: { code: "unavailable", message: "Another import is running" },
  });
  await upload.send('"features":{}}');
  await upload.end();
  expect((await call("POST", path, { body })).status).toBe(200);
  await stop();
});

test("an environment clears what an import lacks", async () => {
  const { hosted, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = caller(hosted.manager.as(token.value));
  expect(previewed(await preview("POST", path, { body: { features: {} } }))).toMatchObject({
    features: [{ key: "search", change: "cleared" }],
    cleared: 1,
    removed: 0,
  });
  await stop();
});
