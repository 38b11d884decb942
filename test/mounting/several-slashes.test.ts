import { afterAll, describe, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { hostApp, type RunningHost, runners } from "./hosts.ts";

/** Below the mount path several slashes count as one; before it, the host decides. */

const api = mountable({
  data: ":memory:",
  basicAuth: { user: "user", password: "password" },
  allowedHosts: ["localhost"],
});
const authorization = `Basic ${btoa("user:password")}`;
const evaluation = {
  method: "POST",
  headers: { "content-type": "application/json", authorization },
  body: JSON.stringify({ context: { targetingKey: "User;1" } }),
};

const bare: RunningHost = {
  send: (path, init) => api.handle(new Request(`http://localhost${path}`, init)),
  stop: () => api.close(),
};
const hosts: (readonly [name: string, host: RunningHost])[] = [
  ...runners.map(([name, run]) => [`an Elysia host by ${name}`, run(hostApp(api))] as const),
  ["handle alone", bare],
];
afterAll(async () => {
  for (const [, host] of hosts) {
    await host.stop();
  }
});

describe.each(hosts)("%s", (_name, host) => {
  test("OFREP below a slash too many evaluates, with the credentials only", async () => {
    const path = "/flipper/api//ofrep//v1/evaluate/flags";
    expect((await host.send(path, evaluation)).status).toBe(200);
    const { authorization: _, ...headers } = evaluation.headers;
    const refused = await host.send(path, { ...evaluation, headers });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toHaveProperty("errorCode");
  });

  test("health is answered for every host in each form, features in none", async () => {
    const other = { headers: { host: "other.example", authorization } };
    const statuses = async (path: string) => (await host.send(path, other)).status;
    expect(await statuses("/flipper/api//healthz")).toBe(200);
    expect(await statuses("/flipper/api//features")).toBe(403);
    expect(await statuses("/flipper/api//ofrep/v1/configuration")).toBe(403);
  });
});

test("handle does not answer a path before which the host may have put a guard", async () => {
  for (const path of ["//flipper/api/features", "/flipper//api/features"]) {
    const answer = await bare.send(path, { headers: { authorization } });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
