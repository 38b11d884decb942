import { expect, test } from "bun:test";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { startOperated } from "./operated.ts";

const environmentCount = 50;
/** A list of about a megabyte. */
const actors = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(1_000, "-"));

test("as many environments as are polled: some answers are kept, all are right", async () => {
  const server = await startOperated();
  const { manager } = server;
  const clients: HostedClient[] = [];
  try {
    await manager.import({ large: { actors }, small: {} });
    for (let index = 0; index < environmentCount; index++) {
      const { token } = created(await manager.environments.create(`preview-${index}`));
      const client = manager.as(token.value);
      await client.gates.post("small", "percentage_of_time", { percentage: index + 1 });
      clients.push(client);
    }
    const first = await Promise.all(clients.map(poll));
    for (const [index, { body }] of first.entries()) {
      expect(body).toContain(`"name":"percentage_of_time","value":${index + 1}}`);
    }
    const metrics = await (await server.send("/metrics")).text();
    const kept = Number(/^gatehouse_snapshots (\d+)$/m.exec(metrics)?.[1]);
    expect(kept).toBeGreaterThan(environmentCount / 4);
    expect(kept).toBeLessThan(environmentCount);
    expect(await Promise.all(clients.map(poll))).toEqual(first);
  } finally {
    await server.stop();
  }
});

async function poll(client: HostedClient) {
  const response = await client.send("/features");
  return { etag: response.headers.get("etag"), body: await response.text() };
}
