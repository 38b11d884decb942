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

const named = ["toggles.example", "Toggles.Example:8443", "app", "localhost.example"];
const unnamed = [
  "localhost",
  "LOCALHOST:8443",
  "localhost.",
  "app.localhost:8443",
  "127.0.0.1",
  "192.0.2.7:8443",
  "[::1]",
  "[2001:db8::1]:8443",
  "0x7f.1",
  "",
  "a b",
];
const paths = ["/adapter/features", "/adapter/nothing", "/healthz", "/metrics", "/swagger"];

async function policies(host: string, flags: readonly string[]): Promise<(string | null)[]> {
  const server = await startPipelineServer({ flags });
  const headers = { host, "flipper-cloud-token": server.hosted.managerToken };
  const answers = await Promise.all(paths.map((path) => server.send(path, { headers })));
  await server.stop();
  return answers.map((answer) => answer.headers.get("strict-transport-security"));
}

const withTls = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];

test.each(named)("with TLS every answer for the name %s asks for https", async (host) => {
  expect(await policies(host, withTls)).toEqual(paths.map(() => "max-age=31536000"));
  expect(await policies(host, [])).toEqual(paths.map(() => null));
});

test.each(unnamed)("no answer for localhost or an address asks for https: %j", async (host) => {
  expect(await policies(host, withTls)).toEqual(paths.map(() => null));
});
