import { expect, test } from "bun:test";
import { startPipelineServer } from "./pipeline-server.ts";

const forwarded = { "x-forwarded-for": "198.51.100.7" };

test("a peer that sends X-Forwarded-For and is not trusted is named once in the log", async () => {
  const server = await startPipelineServer();
  const warned = () =>
    server.logged().filter(({ message }) => String(message).includes("--trusted-proxy"));
  await server.send("/healthz");
  expect(warned()).toEqual([]);
  for (let index = 0; index < 50; index++) {
    await server.send("/healthz", { headers: forwarded });
  }
  expect(warned()).toEqual([expect.objectContaining({ level: "warn", peer: "192.0.2.1" })]);
  // Anybody can send the header: the lines have a bound.
  for (let index = 0; index < 100; index++) {
    server.client = `192.0.2.${index}`;
    await server.send("/healthz", { headers: forwarded });
  }
  expect(warned()).toHaveLength(20);
  await server.stop();
});

test("a trusted proxy is not warned of", async () => {
  const server = await startPipelineServer({ flags: ["--trusted-proxy", "192.0.2.0/24"] });
  server.client = "::ffff:192.0.2.1";
  await server.send("/healthz", { headers: forwarded });
  expect(JSON.stringify(server.logged())).not.toContain("--trusted-proxy");
  await server.stop();
});
