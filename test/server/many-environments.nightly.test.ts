import { expect, test } from "bun:test";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

const environmentCount = 100;
/** A list of about a megabyte. */
const actors = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(1_000, "-"));

test("with many polled environments some answers are kept in memory, and all are correct", async () => {
  const server = await startPipelineServer();
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
    const first = await pollAll(clients, "identity");
    for (const [index, body] of first.entries()) {
      expect(body).toContain(`"name":"percentage_of_time","value":${index + 1}}`);
    }
    await expectSomeKept(server);
    // Each list is read in both forms while it is kept; the memory of both must count.
    for (const [index, client] of clients.entries()) {
      const forms = [await poll(client, "identity"), await poll(client, "gzip")];
      expect(forms).toEqual(forms.map(() => first[index] ?? ""));
    }
    await expectSomeKept(server);
    expect(await pollAll(clients, "gzip")).toEqual(first);

    await manager.gates.post("large", "percentage_of_time", { percentage: 99 });
    await manager.features.get("large");
    expect(await keptCount(server)).toBe(1);
    const second = await pollAll(clients, "gzip");
    for (const [index, body] of second.entries()) {
      expect(body).toContain(`"name":"percentage_of_time","value":99}`);
      expect(body).toContain(`"name":"percentage_of_time","value":${index + 1}}`);
    }
  } finally {
    await server.stop();
  }
});

function pollAll(clients: readonly HostedClient[], encoding: string): Promise<readonly string[]> {
  return Promise.all(clients.map((client) => poll(client, encoding)));
}

async function poll(client: HostedClient, encoding: string): Promise<string> {
  const response = await client.send("/features", { headers: { "accept-encoding": encoding } });
  expect(response.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
  const bytes = await response.arrayBuffer();
  return new TextDecoder().decode(encoding === "gzip" ? Bun.gunzipSync(bytes) : bytes);
}

async function expectSomeKept(server: PipelineServer): Promise<void> {
  const kept = await keptCount(server);
  expect(kept).toBeGreaterThan(environmentCount / 4);
  expect(kept).toBeLessThan(environmentCount);
}

async function keptCount(server: PipelineServer): Promise<number> {
  server.clock.ms += 1_000;
  const metrics = await (await server.send("/metrics")).text();
  return Number(/^gatehouse_snapshots (\d+)$/m.exec(metrics)?.[1]);
}
