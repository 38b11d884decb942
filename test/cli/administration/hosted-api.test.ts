import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import {
  type AdministrationServer,
  serveAdministration,
} from "../../../src/cli/administration/administration-server.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { audited, created, type HostedClient } from "../../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { testedOwnerApi } from "../../helpers/tested-admin-api.ts";
import { Upload } from "../../helpers/upload.ts";
import type { ShellInput } from "./administer-by-shell.ts";
import { administerAt } from "./administration-targets.ts";
import { expectApiRefused, importInto } from "./on-admin-api.ts";

/*
 * Operations of the shell apply to the clients of a running server from their next request on.
 */

const temporary = new TemporaryDirectory();
const administer = administerAt(temporary.path);
let hosted: HostedServer;
let server: AdministrationServer;

beforeAll(async () => {
  hosted = await startHosted({ opened: await openSqliteStorage(temporary.path) });
  server = await serveAdministration({
    directory: temporary.path,
    adminApi: testedOwnerApi({
      services: hosted.deployment,
      onFault: (error) => void hosted.faults.push(error),
    }),
    onFault: (error) => void hosted.faults.push(error),
  });
});

afterAll(async () => {
  await server.stop();
  await hosted.stop();
  temporary[Symbol.dispose]();
});

async function clientWith(changed: ShellInput = {}) {
  const { id, value } = await administer("token.create", {
    name: "client",
    environment: "production",
    access: "read_and_write",
    manages_environments: false,
    ...changed,
  });
  return { id, client: hosted.manager.as(value) };
}

test("a new token works at once with its rights, and a revoked one is refused", async () => {
  const { id, client } = await clientWith();
  expect((await client.features.create("search"))[0].status).toBe(200);
  const reader = await clientWith({ access: "read_only", manages_environments: true });
  expect((await reader.client.features.list())[0].status).toBe(200);
  expect((await reader.client.features.create("other"))[0].status).toBe(403);
  expect((await reader.client.environments.create("By reader"))[0].status).toBe(201);
  await administer("token.revoke", { id });
  expect((await client.features.list())[0].status).toBe(401);
  expect((await client.features.create("search"))[0].status).toBe(401);
  expect((await reader.client.features.list())[0].status).toBe(200);
});

test("clients of an environment that the shell deleted are refused", async () => {
  await administer("environment.create", { name: "Short" });
  const { client } = await clientWith({ environment: "short" });
  expect((await client.features.list())[0].status).toBe(200);
  await administer("environment.delete", { slug: "short" });
  expect((await client.features.list())[0].status).toBe(401);
});

test("the name of an environment that the shell created is taken for every token", async () => {
  await administer("environment.create", { name: "Shell Made" });
  const [response, body] = await hosted.manager.environments.create("shell made");
  expect(response.status).toBe(409);
  expect(body).toMatchObject({ code: "environment_name_taken" });
});

test("audits of mirroring and imports name the first owner", async () => {
  const made = created(await hosted.manager.environments.create("Preview"));
  const preview = hosted.manager.as(made.token.value);
  await importInto(temporary.path, '{"features":{"a":{"boolean":"true"},"b":{}}}');
  await preview.gates.delete("a", "boolean");
  expect(await effective(preview, "a")).toBe("off");
  const { slug } = made.environment;
  await administer("environment.mirror", { slug, features: ["a", "b"] });
  expect(await effective(preview, "a")).toBe("on");
  await importInto(temporary.path, '{"features":{"b":{"boolean":"true"}}}', {
    environment: slug,
  });

  const actor = { type: "User", id: "1" };
  const tokenActor = { type: "Token", id: expect.stringMatching(/^\d+$/) };
  const audits = audited(await preview.audits.list()).audits.map(
    ({ created_at: _, ...audit }) => audit,
  );
  expect(audits).toEqual([
    { action: "enable", actor, target: { type: "Feature", key: "b" }, value: null },
    { action: "disable", actor, target: { type: "Feature", key: "a" }, value: null },
    { action: "mirror", actor, target: { type: "Feature", key: "a" }, value: null },
    expect.objectContaining({ action: "disable", actor: tokenActor, value: null }),
  ]);
});

/** An import through the socket, which waits for the rest of its body. */
function startShellImport() {
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('{"features":{'));
      await rest.promise;
      controller.enqueue(Buffer.from('"shell":{"boolean":true}}}'));
      controller.close();
    },
  });
  const answer = fetch("http://gatehouse/admin/v1/environments/-/import?preview=0", {
    unix: join(temporary.path, "gatehouse.sock"),
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return { answer, sendRest: rest.resolve };
}

test("an import of the shell and one over HTTP cannot run at the same time", async () => {
  const upload = new Upload(hosted.manager);
  await upload.send('{"features":{');
  const text = '{"features":{"shell":{}}}';
  await expectApiRefused(importInto(temporary.path, text), "Another import is running");
  await upload.send('"http":{}}}');
  expect((await upload.end())[0].status).toBe(204);
  expect(await importInto(temporary.path, text)).toBe(1);

  let started = startShellImport();
  while ((await hosted.manager.import({ http: {} }))[0].status !== 503) {
    // One over HTTP that was faster has refused it.
    const isRefused = await Promise.race([
      started.answer.then(() => true),
      Bun.sleep(1).then(() => false),
    ]);
    started = isRefused ? startShellImport() : started;
  }
  started.sendRest();
  expect((await started.answer).status).toBe(200);
  expect(await effective(hosted.manager, "shell")).toBe("on");
});

test("a strict project accepts registered groups only", async () => {
  await administer("group.strict", { strict: true });
  await administer("group.add", { name: "admins" });
  const enable = async (name: string) =>
    (await hosted.manager.gates.post("g", "groups", { name }))[0];
  expect((await enable("admins")).status).toBe(200);
  expect((await enable("others")).status).toBe(404);
  await administer("group.strict", { strict: false });
  expect((await enable("others")).status).toBe(200);
  expect(await administer("group.list", {})).toEqual({
    strict: false,
    groups: ["admins", "others"],
    told: [],
  });
});

test("plans and memberships limit what tokens may do", async () => {
  await administer("limits.set", { plan: "free" });
  expect(audited(await hosted.manager.audits.list()).limits).toEqual({
    limited: true,
    max_events: 0,
  });
  expect((await hosted.manager.environments.create("Too many"))[0].status).toBe(402);
  await administer("limits.set", { plan: "self_hosted" });
  const email = "may@example.com";
  await administer("member.add", { email, project: "Default" });
  const { client } = await clientWith({ owner: email, manages_environments: true });
  expect((await client.environments.create("Hers"))[0].status).toBe(201);
  await administer("member.remove", { email, project: "Default" });
  expect((await client.environments.create("Hers"))[1]).toMatchObject({
    code: "project_membership",
  });
  await administer("member.remove", { email });
  expect((await client.environments.create("Hers"))[1]).toMatchObject({
    code: "organization_membership",
  });
  expect((await client.features.list())[0].status).toBe(200);
});

async function effective(client: HostedClient, key: string): Promise<unknown> {
  const [, body] = await client.features.get(key);
  return typeof body === "object" && body !== null && "state" in body ? body.state : body;
}
