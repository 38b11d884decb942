import { expect, test } from "bun:test";
import { runsOf } from "../helpers/runs.ts";
import { type Program, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

const kills = runsOf(3);
const writers = 8;
const lifeMsMin = 20;
const lifeMsSpread = 120;

/**
 * The progress of each writer: the last actor that it sent, and the last one that was acknowledged.
 */
interface Progress {
  sent: number;
  answered: number;
}

/** A server that was killed at any moment has all acknowledged writes when it starts again. */
export function crashContract(program: Program): void {
  test(
    "no acknowledged write is lost when the server is killed during writes",
    async () => {
      using directory = new TemporaryDirectory();
      const progress = Array.from({ length: writers }, (): Progress => ({ sent: 0, answered: 0 }));
      for (let kill = 0; kill < kills; kill++) {
        using server = await ServerProcess.start(program, directory.path);
        await expectKept(server, progress);
        const writing = progress.map((own, index) => write(server, `writer-${index}`, own));
        if (kill === kills - 1) {
          // A slow machine may have killed all servers before this one without an answer.
          while (progress.some(({ answered }) => answered === 0)) {
            await Bun.sleep(5);
          }
        }
        await Bun.sleep(lifeMsMin + Math.random() * lifeMsSpread);
        server.signal("SIGKILL");
        await Promise.all(writing);
        expect((await server.ended()).code).not.toBe(0);
      }
      using server = await ServerProcess.start(program, directory.path);
      await expectKept(server, progress);
      expect(Math.min(...progress.map(({ answered }) => answered))).toBeGreaterThan(0);
    },
    { timeout: 180_000 + kills * 2_000 },
  );
}

/** Enables one actor after another until the server is killed. */
async function write(server: ServerProcess, name: string, own: Progress): Promise<void> {
  for (;;) {
    own.sent++;
    const body = new URLSearchParams({ flipper_id: String(own.sent) });
    try {
      const response = await server.send(`/features/${name}/actors`, { method: "POST", body });
      await response.text();
      expect(response.status).toBe(200);
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) {
        throw error;
      }
      return;
    }
    own.answered = own.sent;
  }
}

/** Expects all acknowledged actors, no unsent ones, and no gaps in the actors of a writer. */
async function expectKept(server: ServerProcess, progress: readonly Progress[]): Promise<void> {
  for (const [index, own] of progress.entries()) {
    const kept = await actorsOf(server, `writer-${index}`);
    expect(kept).toEqual(Array.from(kept, (_, place) => place + 1));
    expect(kept.length).toBeGreaterThanOrEqual(own.answered);
    expect(kept.length).toBeLessThanOrEqual(own.sent);
    // A write that was not acknowledged may be stored or not, but must stay as it is.
    own.sent = kept.length;
    own.answered = kept.length;
  }
}

async function actorsOf(server: ServerProcess, name: string): Promise<readonly number[]> {
  const response = await server.send(`/features/${name}`);
  const text = await response.text();
  if (response.status === 404) {
    return [];
  }
  const ids = /"key":"actors","name":"actor","value":\[(?<ids>[^\]]*)\]/.exec(text)?.groups?.ids;
  if (ids === undefined) {
    throw new Error(`This is not a feature: ${text}`);
  }
  return Array.from(ids.matchAll(/\d+/g), ([id]) => Number(id)).sort((left, right) => left - right);
}
