import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { created } from "../../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { type Arranged, tokenRows } from "../../hosted/token-rows.ts";
import { checkedEvaluation } from "./ofrep-schema.ts";
import { flagsPath } from "./ofrep-targets.ts";

async function arrange(): Promise<Arranged> {
  const server = await startHosted();
  await server.manager.gates.post("search", "boolean");
  const { environment, token } = created(await server.manager.environments.create("preview"));
  return { server, environmentId: environment.id, previewToken: token.value };
}

/** Sends an evaluation or opens the stream; returns the status. */
async function statusOf(server: HostedServer, route: string, headers: Record<string, string>) {
  const [method = "", path = ""] = route.split(" ");
  const request = new Request(`http://localhost/ofrep${path}`, { method, headers });
  const response = await server.deployment.ofrep.fetch(request);
  if (response.status === 200 && method === "GET") {
    await response.body?.cancel();
  } else if (method === "POST") {
    await checkedEvaluation(response, path !== flagsPath);
  }
  return response.status;
}

const routes = [`POST ${flagsPath}`, `POST ${flagsPath}/search`, "GET /v1/stream"];

describe.each(tokenRows)("$kind", ({ refusals, client: clientOf }) => {
  test("evaluates in both ways to send a token, or in none", async () => {
    const arranged = await arrange();
    const { server } = arranged;
    const { token } = await clientOf(arranged);
    const expected = refusals.evaluate?.[0] ?? 200;
    for (const route of routes) {
      const sent: Record<string, string>[] =
        token === null ? [{}] : [{ authorization: `Bearer ${token}` }, { "x-api-key": token }];
      for (const headers of sent) {
        expect([route, await statusOf(server, route, headers)]).toEqual([route, expected]);
      }
    }
    expect(server.deployment.streams.counts).toContainEqual(["evaluation", 0]);
    await server.stop();
  });
});

test("a token is read in the usual forms of its headers, and in no other header", async () => {
  const { server } = await arrange();
  const value = await server.newToken({ access: "evaluate" });
  for (const [headers, status] of [
    [{ authorization: `bearer ${value}` }, 200],
    [{ authorization: `BEARER   ${value} ` }, 200],
    [{ authorization: "Basic eDp5", "x-api-key": value }, 200],
    [{ authorization: `Bearer ${value}`, "x-api-key": "wrong" }, 200],
    [{ authorization: "Bearer wrong", "x-api-key": value }, 401],
    [{ authorization: value }, 401],
    [{ authorization: `Bearer ${value} x` }, 401],
    [{ "flipper-cloud-token": value }, 401],
  ] as const) {
    const sent = Object.fromEntries(Object.entries(headers));
    expect([headers, await statusOf(server, `POST ${flagsPath}`, sent)]).toEqual([headers, status]);
  }
  await server.stop();
});

test("without a token no answer tells which paths or features exist", async () => {
  const { server } = await arrange();
  for (const route of [
    ...routes,
    `POST ${flagsPath}/unknown`,
    "GET /v1/nothing",
    `PUT ${flagsPath}`,
    `POST ${flagsPath}/%zz`,
  ]) {
    expect([route, await statusOf(server, route, {})]).toEqual([route, 401]);
  }
  await server.stop();
});

describe("the library with HTTP Basic credentials", () => {
  const basicAuth = { user: "me", password: "secret" };
  const mounted = mountable({ data: ":memory:", basicAuth });
  beforeAll(() => mounted.enable("search"));
  afterAll(() => mounted.close());

  const send = (headers: Record<string, string>) =>
    mounted.handle(
      new Request(`http://localhost/flipper/api/ofrep${flagsPath}/search`, {
        method: "POST",
        headers,
      }),
    );

  test("needs them for evaluations too", async () => {
    const right = { authorization: `Basic ${btoa("me:secret")}` };
    expect(await checkedEvaluation(await send(right), true)).toMatchObject({ value: true });
    for (const headers of [{}, { authorization: "Bearer secret" }, { "x-api-key": "secret" }]) {
      const refused = await send(Object.fromEntries(Object.entries(headers)));
      expect([refused.status, refused.headers.has("www-authenticate")]).toEqual([401, true]);
      expect(await checkedEvaluation(refused, true)).toMatchObject({ errorCode: "GENERAL" });
    }
  });
});
