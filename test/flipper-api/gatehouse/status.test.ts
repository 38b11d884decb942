import { expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { StatusModel } from "../../../src/flipper-api/gatehouse/status-model.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { revoke } from "../../helpers/hosted-administration.ts";
import { created } from "../../helpers/hosted-client.ts";
import { modelled } from "../../helpers/modelled.ts";
import { type Called, caller, describeSites, startHostedSite } from "./gatehouse-sites.ts";

const path = "/gatehouse/status";

function statusIn({ status, body }: Called) {
  expect(status).toBe(200);
  return modelled(StatusModel, body);
}

describeSites("the status", (site) => {
  test("tells what the server is, and where the caller is in it", async () => {
    const { call, api, hosted } = site();
    await api.features.create("search");
    const [list] = await api.features.list();
    const production = { slug: "production", name: "Production", kind: "production" as const };
    const status = statusIn(await call("GET", path));
    expect(status).toMatchObject({
      version: expect.any(String),
      mode: hosted === undefined ? "mountable" : "hosted",
      serving: true,
      ready: hosted === undefined ? null : true,
      problems: [],
      project: "Default",
      environment: production,
      access: "read_and_write",
      features: 1,
      environments: [{ ...production, overrides: 0 }],
    });
    expect(String(status.revision)).toBe(list.headers.get("flipper-sync-version") ?? "");
    expect(status.tokens.map(({ name }) => name)).toEqual(hosted === undefined ? [] : ["manager"]);
  });

  test("refuses a query that cannot be decoded", async () => {
    expect(await site().call("GET", `${path}?a=%zz`)).toMatchObject({ status: 400 });
  });
});

test("a token sees its own environment, and the active tokens of it", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { hosted, call, stop } = await startHostedSite({ now: () => now });
  await hosted.manager.features.create("search");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = caller(hosted.manager.as(token.value));
  await preview("POST", "/features/search/boolean");
  const revoked = await hosted.newToken({ name: "revoked" });
  await revoke(hosted, revoked);
  await hosted.newToken({ name: "expired", expiresAt: now + 1 });
  const reader = caller(await hosted.newClient({ name: "reader", access: "read_only" }));
  now += 1;

  const names = ({ tokens }: ReturnType<typeof statusIn>) => tokens.map(({ name }) => name);
  expect(names(statusIn(await call("GET", path)))).toEqual(["manager", "reader"]);
  const ofPreview = statusIn(await preview("GET", path));
  expect(ofPreview).toMatchObject({
    access: "read_and_write",
    environment: { slug: "preview", name: "Preview", kind: "custom" },
    environments: [{ slug: "preview", kind: "custom", overrides: 1 }],
    tokens: [{ name: "Preview", environment: "preview", access: "read_and_write" }],
  });
  expect(JSON.stringify(ofPreview)).not.toContain("roduction");
  expect(statusIn(await reader("GET", path)).access).toBe("read_only");
  expect(JSON.stringify(statusIn(await call("GET", path)))).not.toContain("gatehouse_");
  await stop();
});

test("it names files, and no path of them", async () => {
  using directory = new TemporaryDirectory();
  const library = mountable({ data: directory.path });
  const answer = await library.handle(new Request(`http://localhost/flipper/api${path}`));
  const text = await answer.text();
  const { databases, memory_bytes: memory } = modelled(StatusModel, JSON.parse(text));
  expect(databases.map(({ file }) => file)).toEqual(["gatehouse.db", "gatehouse.db-wal"]);
  expect(memory).toBeGreaterThan(0);
  expect(text).not.toContain(directory.path);
  await library.close();
});
