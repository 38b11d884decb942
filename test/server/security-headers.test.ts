import { expect, test } from "bun:test";
import { startPipelineServer } from "./pipeline-server.ts";

const notJson = [
  "/swagger",
  "/swagger/page.js",
  "/swagger/swagger-ui.js",
  "/swagger/swagger-ui.css",
  "/metrics",
];

test("answers that are not JSON have nosniff", async () => {
  const server = await startPipelineServer();
  for (const path of notJson) {
    const response = await server.send(path);
    expect([path, response.headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect(response.headers.get("content-type")).not.toBe("application/json");
  }
  const page = await server.send("/swagger");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  await server.stop();
});

test("all other answers are JSON", async () => {
  const server = await startPipelineServer();
  const headers = { "flipper-cloud-token": server.hosted.managerToken };
  for (const path of ["/adapter/features", "/adapter/x", "/healthz", "/readyz", "/swagger/json"]) {
    const response = await server.send(path, { headers });
    expect([path, response.headers.get("content-type")]).toEqual([path, "application/json"]);
  }
  await server.stop();
});
