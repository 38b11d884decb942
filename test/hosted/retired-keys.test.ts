import { expect, test } from "bun:test";
import { UndoPreview } from "../../src/api/admin/contract/audit-models.ts";
import { WrittenStep } from "../../src/api/admin/contract/shared-models.ts";
import { describeSites } from "../api/admin/admin-sites.ts";
import { done, type ProgramSite, startProgramSite } from "../api/admin/handlers/program-site.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { created } from "../helpers/hosted-client.ts";
import { modelled } from "../helpers/modelled.ts";

const refused = { status: 403, code: "feature_retired" };
const closed = { state: "off" };

describeSites("a retired key", (site) => {
  test("answers what an old application does at its start, and creates nothing", async () => {
    const { api, call } = site();
    await api.gates.post("old", "boolean");
    expect(await call("DELETE", "E/features/old", { typed: "old", retire: true })).toMatchObject({
      status: 200,
    });
    const writes = [
      () => api.features.create("old"),
      () => api.features.remove("old"),
      () => api.features.clear("old"),
      () => api.gates.delete("old", "boolean"),
      () => api.gates.delete("old", "actors", { flipper_id: "User;1" }),
      () => api.gates.delete("old", "percentage_of_actors"),
      () => api.gates.post("old", "percentage_of_time", { percentage: 0 }),
    ];
    const statuses: number[] = [];
    for (const write of writes) {
      const [response, body] = await write();
      statuses.push(response.status);
      if (response.status === 200 && typeof body === "object" && body !== null && "key" in body) {
        expect(body).toMatchObject({ key: "old", ...closed });
      }
    }
    expect(statuses).toEqual([200, 204, 204, 200, 200, 200, 200]);
    const enabling = [
      () => api.gates.post("old", "boolean"),
      () => api.gates.post("old", "actors", { flipper_id: "User;1" }),
      () => api.gates.post("old", "percentage_of_actors", { percentage: 1 }),
    ];
    for (const write of enabling) {
      await expectRefused(api, refused, write);
    }
    const [list] = await api.features.list();
    expect(await list.text().catch(() => "")).not.toContain('"old"');
    expect((await api.features.get("old"))[0].status).toBe(404);
    const [, checked] = await api.actors.check("User;1", "keys=old");
    expect(checked).toMatchObject({ features: { old: { enabled: false } } });
  });

  test("is left out of imports, whose answer counts it", async () => {
    const { api, call } = site();
    await api.features.create("gone");
    await call("DELETE", "E/features/gone", { typed: "gone", retire: true });
    const features = { gone: { boolean: "true" }, kept: { boolean: "true" } };
    const [response] = await api.import(features);
    expect(response.status).toBe(204);
    expect(response.headers.get("gatehouse-retired")).toBe("1");
    expect((await api.features.get("gone"))[0].status).toBe(404);
    const [again] = await api.import({ kept: {} });
    expect(again.headers.get("gatehouse-retired")).toBeNull();
    const preview = await call("POST", "E/import?preview=1", { version: 1, features });
    expect(preview).toMatchObject({
      status: 200,
      body: { created: 0, changed: 1, retired: 1, retiredKeys: ["gone"] },
    });
  });

  test("is listed, and freed on request", async () => {
    const { api, call } = site();
    await api.features.create("listed");
    const body = { typed: "listed", retire: true, reason: "OPS-12" };
    await call("DELETE", "E/features/listed", body);
    const list = await call("GET", "/retired-keys?text=LIST");
    expect(list).toMatchObject({
      status: 200,
      body: {
        retireOnDelete: false,
        keys: [{ key: "listed", retiredAt: expect.any(Number), reason: "OPS-12" }],
        next: null,
      },
    });
    expect(await call("DELETE", "/retired-keys?key=listed")).toMatchObject({ status: 200 });
    expect(await call("DELETE", "/retired-keys?key=listed")).toMatchObject({
      status: 404,
      body: { code: "key_not_retired" },
    });
    expect((await api.gates.post("listed", "boolean"))[0].status).toBe(200);
    expect(await call("POST", "/retired-keys", { key: "listed" })).toMatchObject({
      status: 409,
      body: { code: "feature_exists" },
    });
    expect(await call("POST", "/retired-keys", { key: "never" })).toMatchObject({ status: 200 });
    await expectRefused(api, refused, () => api.gates.post("never", "boolean"));
    expect(await call("POST", "E/features", { key: "never" })).toMatchObject({
      status: 403,
      body: { code: "feature_retired" },
    });
  });
});

test("a deletion over the wire retires the key only if the project says so", async () => {
  await using site: ProgramSite = await startProgramSite();
  const { manager } = site.hosted;
  const remove = async (key: string) => {
    await manager.features.create(key);
    expect((await manager.features.remove(key))[0].status).toBe(204);
    return (await manager.gates.post(key, "boolean"))[0].status;
  };
  expect(await remove("before")).toBe(200);
  done(await site.callAsOwner("PUT", "/retired-keys/policy", { retireOnDelete: true }));
  expect(await remove("after")).toBe(403);
  await manager.features.create("chosen");
  const path = "/environments/production/features/chosen";
  done(await site.callAsOwner("DELETE", path, { retire: false }));
  expect((await manager.gates.post("chosen", "boolean"))[0].status).toBe(200);
  // The key is retired in every environment.
  const { token } = created(await manager.environments.create("Preview"));
  expect((await manager.as(token.value).gates.post("after", "boolean"))[0].status).toBe(403);
  expect(done(await site.callAsOwner("GET", "/retired-keys"))).toMatchObject({
    retireOnDelete: true,
    count: 1,
    keys: [{ key: "after", author: { id: "Token:1" } }],
  });
});

test("a deletion of many features retires their keys", async () => {
  await using site: ProgramSite = await startProgramSite();
  const { manager } = site.hosted;
  await manager.features.create("one");
  await manager.features.create("two");
  const bulk = (keys: readonly string[], remove: unknown) =>
    site.callAsOwner("POST", "/environments/production/bulk", {
      ...{ keys, change: { delete: remove } },
      typed: String(keys.length),
    });
  done(await bulk(["one"], true));
  done(await bulk(["two"], { retire: true }));
  expect(done(await site.callAsOwner("GET", "/retired-keys"))).toMatchObject({
    keys: [{ key: "two" }],
  });
});

test("an undo of the deletion frees the key", async () => {
  await using site: ProgramSite = await startProgramSite();
  const { manager } = site.hosted;
  const call = (method: string, path: string, body: unknown) =>
    site.callAsOwner(method, `/environments/production/${path}`, body);
  await manager.gates.post("undone", "actors", { flipper_id: "User;1" });
  const { audit } = modelled(
    WrittenStep,
    done(await call("DELETE", "features/undone", { retire: true })),
  );
  const to = { to: "before" };
  const { tag } = modelled(
    UndoPreview,
    done(await call("POST", `audits/${audit}/undo-preview`, to)),
  );
  done(await call("POST", `audits/${audit}/undo`, { ...to, tag, typed: "undone" }));
  expect((await manager.features.get("undone"))[1]).toMatchObject({ state: "conditional" });
  expect((await manager.gates.post("undone", "boolean"))[0].status).toBe(200);
});
