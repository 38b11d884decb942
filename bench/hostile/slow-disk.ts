import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Gatehouse } from "../gatehouse.ts";
import { median } from "../statistics.ts";
import { type Attack, NotMeasurable, type Played } from "./attack.ts";
import { asForm, ask, type HostileAnswer } from "./hostile-client.ts";
import { mustImport } from "./import-bodies.ts";

const source = join(import.meta.dir, "slow-sync.c");
const compileTimeoutMs = 20_000;
const writers = 4;
const writesOfEach = 4;
/** A write that is faster was not delayed: the executable does not call the preloaded function. */
const delayedMinMs = 250;

/** Gate writes while each fsync takes 300 ms. */
export function slowDisk(): Attack {
  let flag = "";
  return {
    name: "gate writes while an fsync takes 300 ms",
    launch: async ({ processes, directory }) => {
      const library = join(directory, "slow-sync.so");
      const compiler = Bun.which("cc");
      if (process.platform !== "linux" || compiler === null) {
        throw new NotMeasurable("not measurable here: it needs Linux and a C compiler");
      }
      await processes.run(
        [compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"],
        compileTimeoutMs,
      );
      flag = join(directory, "slow");
      return { variables: { LD_PRELOAD: library, SLOW_SYNC_WHILE: flag } };
    },
    prepare: async (server) => {
      await mustImport(server, []);
      return { play: (started: Gatehouse) => play(started, flag) };
    },
  };
}

async function play(server: Gatehouse, flag: string): Promise<Played> {
  await Bun.write(flag, "");
  const byWriter = await Promise.all(
    Array.from({ length: writers }, (_, nth) => write(server, nth)),
  );
  await rm(flag);
  const answers = byWriter.flat();
  const tookMs = median(answers.map((answer) => answer.tookMs));
  if (tookMs < delayedMinMs) {
    throw new NotMeasurable("not measurable here: the preloaded library has no effect");
  }
  return { answers, notes: [`median of the writes ${Math.round(tookMs)} ms`] };
}

async function write(server: Gatehouse, writer: number): Promise<readonly HostileAnswer[]> {
  const answers: HostileAnswer[] = [];
  for (let nth = 0; nth < writesOfEach; nth++) {
    answers.push(
      await ask(server, {
        method: "POST",
        path: `/features/written_${writer}/percentage_of_time`,
        headers: asForm,
        body: `percentage=${nth + 1}`,
      }),
    );
  }
  return answers;
}
