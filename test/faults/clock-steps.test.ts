import { expect, test } from "bun:test";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { created } from "../helpers/hosted-client.ts";
import { FaultyServer } from "./faulty-server.ts";

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 21, 12);

/** The time of each change, and of the restart before it if there is one. */
const steps: readonly { readonly nowMs: number; readonly restarts?: boolean }[] = [
  { nowMs: noon },
  { nowMs: noon - hourMs },
  { nowMs: noon - 2 * hourMs, restarts: true },
  { nowMs: 0, restarts: true },
  { nowMs: noon + hourMs, restarts: true },
  { nowMs: noon + 24 * 365 * 10 * hourMs },
  { nowMs: noon, restarts: true },
  { nowMs: noon + hourMs },
];

test("when the clock steps, revisions still rise and the newest audit is still the first", async () => {
  using directory = new TemporaryDirectory();
  const clock = { nowMs: noon };
  const start = () => FaultyServer.start(directory.path, { now: () => clock.nowMs });
  let server = await start();
  let revision = await server.revision();
  const actors: string[] = [];
  for (const [index, { nowMs, restarts }] of steps.entries()) {
    clock.nowMs = nowMs;
    if (restarts === true) {
      await server.stop();
      server = await start();
      const atStart = await server.revision();
      expect(atStart).toBe(Math.max(revision, nowMs * 1_000));
      revision = atStart;
    }
    actors.unshift(`User;${index}`);
    const [response] = await server.enableActor("search", `User;${index}`);
    expect(response.status).toBe(200);
    const next = await server.revision();
    expect(next).toBeGreaterThan(revision);
    revision = next;
    const [, body] = await server.hosted.manager.audits.list(`per_page=${index + 1}`);
    expect(body).toMatchObject({ audits: actors.map((value) => ({ value })) });
    expect(created(await server.hosted.manager.environments.create(`At ${index}`))).toMatchObject({
      environment: { created_at: new Date(nowMs).toISOString() },
    });
    server.expectMemoryEqualsDisk();
  }
  await server.stop();
});
