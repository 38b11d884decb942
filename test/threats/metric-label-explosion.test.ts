import { expect, test } from "bun:test";
import { samplesOf } from "../server/metrics/samples.ts";
import { startPipelineServer } from "../server/pipeline-server.ts";

/** Random text, for every third seed with characters that need escaping in labels. */
function randomText(seed: number): string {
  const text = `k${seed}-${(seed * 2_654_435_761) % 4_294_967_296}`;
  return seed % 3 === 0 ? `${text}/"}\n${text}` : text;
}

test("10,000 random paths, keys, actors and methods create no metric series", async () => {
  const server = await startPipelineServer();
  const headers = { "flipper-cloud-token": server.hosted.managerToken };
  const sendRequest = async (seed: number) => {
    const word = encodeURIComponent(randomText(seed));
    const paths = [
      `/adapter/features/${word}`,
      `/adapter/actors/${word}?keys=${word}`,
      `/adapter/${word}`,
      `/${word}/${word}`,
      `/adapter/features/${word}/${word}`,
      `/adapter/environments/${word}`,
      `/metrics/${word}`,
      `/swagger/${word}`,
      `/adapter/features/%${word}`,
      `/adapter/features/${word}/boolean`,
    ];
    const path = paths[seed % paths.length] ?? "";
    const method = ["GET", "DELETE", "PUT", "OPTIONS", `M${seed}`][seed % 5] ?? "";
    const request = new Request(`http://localhost${path}`, {
      headers: { ...headers, "x-request-id": `r${seed}` },
    });
    // Request turns a method that it does not know into GET; a server may pass it on.
    Object.defineProperty(request, "method", { value: method });
    const response = await server.fetch(request, { requestIP: () => null });
    expect(response.status).toBeLessThan(500);
  };
  const scrape = async () => {
    server.clock.ms += 1_000;
    return samplesOf(await (await server.send("/metrics")).text());
  };
  for (let seed = 0; seed < 1_000; seed++) {
    await sendRequest(seed);
  }
  await scrape();
  const before = await scrape();
  for (let seed = 1_000; seed < 10_000; seed++) {
    await sendRequest(seed);
  }
  const after = await scrape();
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  expect(after.size).toBeLessThan(1_000);
  const counted = [...after].filter(([series]) =>
    series.startsWith("gatehouse_http_requests_total"),
  );
  expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
  await server.stop();
});
