import { expect } from "bun:test";
import { join } from "node:path";
import type { State } from "../../../src/core/model/state.ts";
import type { StorageReads } from "../../../src/storage/storage.ts";

const program = join(import.meta.dir, "stepping-program.ts");

/** A process that makes steps in a directory or a database. */
export class SteppingProcess {
  readonly #child: Bun.Subprocess<"ignore", "pipe", "inherit">;
  readonly #lines: AsyncIterator<Uint8Array>;

  constructor(place: string) {
    this.#child = Bun.spawn([process.execPath, program, place], {
      ...{ stdin: "ignore", stdout: "pipe", stderr: "inherit" },
    });
    this.#lines = this.#child.stdout[Symbol.asyncIterator]();
  }

  /** Kills it without a warning after it has printed a number of lines. */
  async killAfter(lines: number): Promise<void> {
    let seen = 0;
    while (seen < lines) {
      const { done, value } = await this.#lines.next();
      expect(done).not.toBe(true);
      seen += value?.filter((byte: number) => byte === 10).length ?? 0;
    }
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }
}

/** Expects that each step of each rollout was made once, in order. Returns their number. */
export async function expectStepsOnce(
  { lastIds, auditSequences }: State,
  reads: StorageReads,
): Promise<number> {
  const made = new Map<string, string[]>();
  for (let after = 0; after < (auditSequences.get(1) ?? 0); ) {
    const { audits } = await reads.history({
      ...{ environmentId: 1, actor: null, actions: null, keys: null, from: null, to: null },
      ...{ before: after + 101, after, limit: 100, withLarge: false, withExpressions: false },
    });
    for (const { reason, value } of audits.toReversed()) {
      const [, id, step] = /^Rollout (\d+), step (\d+) of 50$/.exec(reason ?? "") ?? [];
      if (id !== undefined) {
        expect(value).toBe(step ?? null);
        made.set(id, [...(made.get(id) ?? []), step ?? ""]);
      }
    }
    after += 100;
  }
  let count = 0;
  for (let id = 1; id <= lastIds.rollout; id++) {
    const rollout = await reads.rollout(id);
    const steps = Array.from({ length: (rollout?.step ?? -1) + 1 }, (_, index) => `${index + 1}`);
    expect([id, made.get(String(id))]).toEqual([id, steps]);
    expect(rollout?.state).toBe(steps.length === 50 && rollout?.endedAt ? "done" : "running");
    count += steps.length;
  }
  return count;
}
