import { expect, test } from "bun:test";
import { StatusAnswer } from "../../../../src/api/admin/contract/status-models.ts";
import { TemporaryDirectory } from "../../../contract/temporary-directory.ts";
import { revoke } from "../../../helpers/hosted-administration.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, describeSites, startHostedSite, startLibrarySite } from "../admin-sites.ts";

const path = "/status";

function statusIn({ status, body }: Called) {
  expect(status).toBe(200);
  return modelled(StatusAnswer, body);
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

  test("refuses an unknown environment, and a query that is not known", async () => {
    const { call } = site();
    expect(await call("GET", `${path}?environment=staging`)).toMatchObject({
      status: 404,
      body: { code: "environment_not_found" },
    });
    expect(await call("GET", `${path}?a=1`)).toMatchObject({ status: 422 });
    expect(await call("GET", `${path}?a=%zz`)).toMatchObject({ status: 400 });
  });
});

test("a token sees its own environment, and the active tokens of it", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { hosted, call, callAs, stop } = await startHostedSite({ now: () => now });
  await hosted.manager.features.create("search");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = callAs(token.value);
  await hosted.manager.as(token.value).gates.post("search", "boolean");
  const revoked = await hosted.newToken({ name: "revoked" });
  await revoke(hosted, revoked);
  await hosted.newToken({ name: "expired", expiresAt: now + 1 });
  const reader = callAs(await hosted.newToken({ name: "reader", access: "read_only" }));
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
  expect(await preview("GET", `${path}?environment=production`)).toMatchObject({
    status: 404,
    body: { code: "environment_not_found" },
  });
  expect(statusIn(await reader("GET", path)).access).toBe("read_only");
  expect(JSON.stringify(statusIn(await call("GET", path)))).not.toContain("gatehouse_");
  await stop();
});

test("it names files, and no path of them", async () => {
  using directory = new TemporaryDirectory();
  const library = startLibrarySite(directory.path);
  const answer = await library.call("GET", path);
  const { databases, memoryBytes: memory } = statusIn(answer);
  expect(databases.map(({ file }) => file)).toEqual(["gatehouse.db", "gatehouse.db-wal"]);
  expect(memory).toBeGreaterThan(0);
  expect(JSON.stringify(answer)).not.toContain(directory.path);
  await library.stop();
});
