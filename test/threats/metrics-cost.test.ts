import { expect, test } from "bun:test";
import { startPipelineServer } from "../server/pipeline-server.ts";

test("/metrics is made once a second for all, and counts for the rate of an address", async () => {
  const server = await startPipelineServer({ flags: ["--rate-limit-address", "100:100"] });
  const statuses: number[] = [];
  const texts = new Set<string>();
  for (let index = 0; index < 120; index++) {
    const response = await server.send("/metrics");
    statuses.push(response.status);
    if (response.status === 200) {
      texts.add(await response.text());
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  // The counters of requests and the processor time differ in every new text.
  expect(texts.size).toBe(1);
  await server.stop();
});
