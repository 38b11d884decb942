import { expect, test } from "bun:test";
import { streamUriOf } from "../api/ofrep/ofrep-schema.ts";
import { startPipelineServer } from "./pipeline-server.ts";

const withoutDuration = (entry: Record<string, unknown>) => {
  const { durationMs: _, ...rest } = entry;
  return rest;
};

test("by default only important refusals are logged", async () => {
  const server = await startPipelineServer();
  const reader = await server.hosted.newToken({ access: "read_only" });
  const before = server.logged().length;
  await server.manager.features.list();
  await server.manager.actors.check("User;1");
  await server.send("/adapter/features/missing", {
    headers: { "flipper-cloud-token": reader },
  });
  expect(server.logged().length).toBe(before);
  await server.send("/adapter/features?name=secret", {
    method: "POST",
    headers: { "flipper-cloud-token": reader, "x-request-id": "abc" },
    body: "name=hush",
  });
  await server.send("/adapter/features", { headers: { "flipper-cloud-token": "not-a-token" } });
  const refused = { level: "warn", message: "refused", route: "/adapter/features" };
  expect(server.logged().slice(before)).toEqual([
    {
      ...refused,
      status: 403,
      method: "POST",
      requestId: "abc",
      environmentId: 1,
      tokenId: 2,
      client: "192.0.2.1",
    },
    { ...refused, status: 401, method: "GET", client: "192.0.2.1" },
  ]);
  await server.stop();
});

test("with --log-requests every answer is logged", async () => {
  const server = await startPipelineServer({ flags: ["--log-requests"] });
  const before = server.logged().length;
  await server.manager.features.list();
  await server.manager.call("GET", "/features/secret", { headers: { "x-request-id": "abc" } });
  await server.send("/healthz");
  await server.send("/nothing?token=hush");
  const lines = server.logged().slice(before);
  expect(lines.map(({ durationMs }) => typeof durationMs)).toEqual(new Array(4).fill("number"));
  const request = { level: "info", message: "request", method: "GET" };
  const feature = "/adapter/features/:feature_name";
  expect(lines.map(withoutDuration)).toEqual([
    { ...request, status: 200, route: "/adapter/features", environmentId: 1, tokenId: 1 },
    { ...request, status: 404, route: feature, requestId: "abc", environmentId: 1, tokenId: 1 },
    { ...request, status: 200, route: "/healthz" },
    { ...request, status: 404, route: "" },
  ]);
  await server.stop();
});

test("lines of concurrent requests have the token of their own request", async () => {
  const server = await startPipelineServer({ flags: ["--log-requests"] });
  const tokens = await Promise.all(
    Array.from({ length: 8 }, (_, index) => server.hosted.newToken({ name: `t${index}` })),
  );
  await Promise.all(
    tokens.flatMap((token, index) =>
      [1, 2, 3].map((repeat) =>
        server.send(`/adapter/features/f${index}/boolean`, {
          method: "POST",
          headers: { "flipper-cloud-token": token, "x-request-id": `${index + 2}.${repeat}` },
        }),
      ),
    ),
  );
  const lines = server.logged().filter(({ message }) => message === "request");
  expect(lines).toHaveLength(24);
  for (const { requestId, tokenId } of lines) {
    expect(String(requestId).split(".")[0]).toBe(String(tokenId));
  }
  await server.stop();
});

test("a body that does not arrive in time is logged, also without --log-requests", async () => {
  for (const flags of [[], ["--log-requests"]]) {
    const server = await startPipelineServer({ flags: ["--request-timeout", "1", ...flags] });
    const before = server.logged().length;
    const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("name=")) });
    const headers = { "flipper-cloud-token": server.hosted.managerToken, "x-request-id": "abc" };
    const response = await server.send("/adapter/features", { method: "POST", headers, body });
    expect(response.status).toBe(408);
    const found = { status: 408, route: "/adapter/features", method: "POST", requestId: "abc" };
    const messages = flags.length === 0 ? ["refused"] : ["request", "refused"];
    expect(server.logged().slice(before)).toEqual(
      messages.map((message) => expect.objectContaining({ ...found, message })),
    );
    await server.stop();
  }
});

test("no ticket of a stream, no token and no context is logged, whatever the answer", async () => {
  const server = await startPipelineServer({ flags: ["--log-requests"] });
  const token = server.hosted.managerToken;
  const before = server.logged().length;
  const evaluated = await server.send("/ofrep/v1/evaluate/flags", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ context: { targetingKey: "secret-user", plan: "secret-plan" } }),
  });
  const path = streamUriOf(await evaluated.json());
  await (await server.send(path)).body?.cancel();
  await server.send(path.replace("ticket=", "ticket=wrong"));
  await server.send("/ofrep/v1/evaluate/flags/secret-flag", {
    method: "POST",
    headers: { "x-api-key": "secret-key" },
  });
  const lines = server.logged().slice(before);
  const request = { level: "info", message: "request" };
  const refused = { level: "warn", message: "refused", client: "192.0.2.1" };
  const flags = { route: "/ofrep/v1/evaluate/flags", method: "POST" };
  const flag = { route: "/ofrep/v1/evaluate/flags/:key", method: "POST" };
  const stream = { route: "/ofrep/v1/stream", method: "GET" };
  const caller = { environmentId: 1, tokenId: 1 };
  expect(lines.map(withoutDuration)).toEqual([
    { ...request, ...flags, status: 200, ...caller },
    { ...request, ...stream, status: 200, ...caller },
    { ...request, ...stream, status: 401 },
    { ...refused, ...stream, status: 401 },
    { ...request, ...flag, status: 401 },
    { ...refused, ...flag, status: 401 },
  ]);
  const text = JSON.stringify(lines);
  expect(text).not.toContain("secret");
  expect(text).not.toContain(token);
  expect(text).not.toContain(path.slice(path.indexOf("=") + 1));
  await server.stop();
});

test("of a page of another origin the log names the origin, the host and the public URL", async () => {
  const refusedBy = async (flags: readonly string[], headers: Record<string, string>) => {
    const server = await startPipelineServer({ flags });
    const reader = await server.hosted.newToken({ access: "read_only" });
    await server.send("/adapter/features", {
      method: "POST",
      headers: { "flipper-cloud-token": reader, ...headers },
      body: "name=hush",
    });
    const [line] = server.logged().filter(({ message }) => message === "refused");
    await server.stop();
    return line;
  };
  const origin = `http://flags.lan:8080/\u0085${"x".repeat(1_000)}`;
  const line = await refusedBy([], { origin, host: "flags.lan" });
  expect(line).toMatchObject({ host: "flags.lan", "--public-url": "none" });
  expect(line?.origin).toBe(origin.slice(0, 200));
  const url = "https://flags.example";
  expect(await refusedBy(["--public-url", url], { origin, host: "h" })).toMatchObject({
    "--public-url": url,
  });
  expect(await refusedBy(["--public-url", url], { origin: url })).not.toHaveProperty("origin");
  expect(await refusedBy([], {})).not.toHaveProperty("host");
  // It was refused for another reason.
  const allowed = await refusedBy(["--cors-origin", "https://*.lan.example"], {
    origin: "https://flags.lan.example",
  });
  expect(allowed).toMatchObject({
    origin: "https://flags.lan.example",
    "--cors-origin": "allows it",
  });
  expect(allowed).not.toHaveProperty("--public-url");
});
