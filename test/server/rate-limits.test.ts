import { expect, test } from "bun:test";
import { ErrorModel } from "../../src/api/common/errors/error-model.ts";
import { modelled } from "../helpers/modelled.ts";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

async function statuses(count: number, send: () => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    all.push((await send()).status);
  }
  return all;
}

const list =
  (server: PipelineServer, token: string, headers: Record<string, string> = {}) =>
  () =>
    server.send("/adapter/features", { headers: { ...headers, "flipper-cloud-token": token } });

test("a token over its rate is refused in JSON with retry-after, and accepted after that time", async () => {
  const server = await startPipelineServer({ flags: ["--rate-limit-token", "2:3"] });
  const send = list(server, server.hosted.managerToken);
  expect(await statuses(4, send)).toEqual([200, 200, 200, 429]);
  const refused = await send();
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(modelled(ErrorModel, await refused.json())).toEqual({
    code: "rate_limited",
    message: "Too many requests",
    more_info: "/swagger",
  });
  server.clock.ms += 1_000;
  expect(await statuses(3, send)).toEqual([200, 200, 429]);
  await server.stop();
});

test("every request of a token counts, also a refused one, and a 429 changes nothing", async () => {
  const server = await startPipelineServer({ flags: ["--rate-limit-token", "1:3"] });
  const reader = await server.hosted.newToken({ access: "read_only" });
  const headers = { "flipper-cloud-token": reader };
  const post = () => server.send("/adapter/features/a/boolean", { method: "POST", headers });
  expect(await statuses(2, post)).toEqual([403, 403]);
  expect((await server.send("/adapter/nothing", { headers })).status).toBe(404);
  expect(await statuses(2, post)).toEqual([429, 429]);
  expect((await server.send("/adapter/nothing", { headers })).status).toBe(429);
  const writer = server.hosted.managerToken;
  expect(await statuses(3, list(server, writer))).toEqual([200, 200, 200]);
  const write = () =>
    server.send("/adapter/features/a/boolean", {
      method: "POST",
      headers: { "flipper-cloud-token": writer },
    });
  expect((await write()).status).toBe(429);
  server.clock.ms += 1_000;
  expect(await (await list(server, writer)()).json()).toEqual({ features: [] });
  await server.stop();
});

test("unknown tokens are 401, and do not count for the rate", async () => {
  const server = await startPipelineServer({ flags: ["--rate-limit-token", "1:1"] });
  for (let index = 0; index < 50; index++) {
    expect((await list(server, `made-up-${index}`)()).status).toBe(401);
  }
  expect((await list(server, server.hosted.managerToken)()).status).toBe(200);
  await server.stop();
});

test("the refusal of a poller by its address has the poll-interval", async () => {
  const server = await startPipelineServer({
    flags: ["--rate-limit-address", "1:1", "--poll-interval", "30"],
  });
  const intervalOf = async (path: string, method: string) => {
    const { status, headers } = await server.send(path, { method });
    return [status, headers.get("poll-interval")];
  };
  expect(await intervalOf("/adapter/features", "GET")).toEqual([401, "30"]);
  expect(await intervalOf("/adapter/features", "GET")).toEqual([429, "30"]);
  expect(await intervalOf("/adapter/features", "HEAD")).toEqual([429, "30"]);
  expect(await intervalOf("/adapter/features/search", "GET")).toEqual([429, null]);
  expect(await intervalOf("/adapter/features", "POST")).toEqual([429, null]);
  await server.stop();
});

test("the rate of an address is checked before the token", async () => {
  const server = await startPipelineServer({ flags: ["--rate-limit-address", "1:2"] });
  expect(await statuses(3, list(server, "wrong"))).toEqual([401, 401, 429]);
  expect(await statuses(1, list(server, server.hosted.managerToken))).toEqual([429]);
  server.client = "192.0.2.2";
  expect(await statuses(1, list(server, server.hosted.managerToken))).toEqual([200]);
  for (const path of ["/healthz", "/readyz"]) {
    expect(await statuses(3, () => server.send(path))).toEqual([200, 200, 200]);
  }
  expect(await statuses(2, () => server.send("/metrics"))).toEqual([200, 429]);
  expect(await statuses(1, () => server.send("/swagger"))).toEqual([429]);
  await server.stop();
});

test("addresses of one IPv6 network count as one client", async () => {
  const server = await startPipelineServer({ flags: ["--rate-limit-address", "1:1"] });
  const answered: number[] = [];
  for (const client of ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "::ffff:192.0.2.9"]) {
    server.client = client;
    answered.push((await server.send("/swagger")).status);
  }
  server.client = "192.0.2.9";
  answered.push((await server.send("/swagger")).status);
  expect(answered).toEqual([200, 429, 200, 200, 429]);
  await server.stop();
});

test("X-Forwarded-For gives the client address only if a trusted proxy sends it", async () => {
  const flags = ["--rate-limit-address", "1:1", "--trusted-proxy", "10.0.0.0/8"];
  const server = await startPipelineServer({ flags });
  const from = (forwarded: string) => list(server, "wrong", { "x-forwarded-for": forwarded });
  server.client = "10.0.0.7";
  expect(await statuses(2, from("198.51.100.1"))).toEqual([401, 429]);
  expect(await statuses(1, from("198.51.100.2"))).toEqual([401]);
  expect(await statuses(1, from("203.0.113.1, 198.51.100.2"))).toEqual([429]);
  server.client = "192.0.2.1";
  expect(await statuses(1, from("198.51.100.3"))).toEqual([401]);
  expect(await statuses(1, from("198.51.100.4"))).toEqual([429]);
  await server.stop();
});

test("without configured rates no request is refused", async () => {
  const server = await startPipelineServer();
  const answered = await statuses(300, list(server, server.hosted.managerToken));
  expect(new Set(answered)).toEqual(new Set([200]));
  await server.stop();
});
