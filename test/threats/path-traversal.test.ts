import { afterAll, expect, test } from "bun:test";
import { listen } from "../../src/server/listen.ts";
import { exchange, parseAnswer, requestBytes } from "../fuzz/raw-http.ts";
import { startPipelineServer } from "../server/pipeline-server.ts";

const server = await startPipelineServer();
const listening = listen({ host: "127.0.0.1", port: 0, tls: undefined, fetch: server.fetch });
const port = Number(new URL(listening.url).port);
afterAll(async () => {
  await listening.stop();
  await server.stop();
});

const parentSegments = [
  "..",
  "%2e%2e",
  ".%2e",
  "%252e%252e",
  "..;",
  "....//",
  "..\\",
  "..%5c",
  "%c0%ae%c0%ae",
];
const files = ["etc/passwd", "package.json", "src/main.ts", "gatehouse.db"];
const targets = [
  ...parentSegments.flatMap((dots) =>
    files.flatMap((file) => [
      `/swagger/${dots}/${dots}/${dots}/${dots}/${dots}/${file}`,
      `/swagger/${dots}%2f${dots}%2f${file}`,
    ]),
  ),
  "/swagger//etc/passwd",
  "/swagger/%2fetc%2fpasswd",
  "/swagger/file:///etc/passwd",
  "/swagger/swagger-ui.js/../../package.json",
  "/swagger/swagger-ui.js%00.css",
  "/swagger/json/../page.js/x",
];

test.each(targets)("%s is not a file", async (target) => {
  const bytes = requestBytes({ method: "GET", target, headers: [], body: null });
  const answer = parseAnswer(await exchange(port, bytes));
  expect([400, 404]).toContain(answer?.status ?? 0);
  expect(new TextDecoder().decode(answer?.body)).not.toMatch(/root:|"dependencies"|import |SQLite/);
});
