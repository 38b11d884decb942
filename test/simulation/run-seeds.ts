import { runSchedule, worlds } from "./run-schedule.ts";
import { newSchedule, shortest } from "./schedule.ts";

/**
 * Runs one seed after the other, in each world: `SEED` is the first one, `SECONDS` the time, and
 * `WORLD` the only world. Prints the shortest schedule that fails, with its trace.
 */
const secondsDefault = 20;

const firstSeed = numberIn("SEED", 1 + Math.floor(Math.random() * 1_000_000_000));
const endsAtMs = performance.now() + 1_000 * numberIn("SECONDS", secondsDefault);
const names = process.env.WORLD === undefined ? Object.keys(worlds) : [process.env.WORLD];
const totals = { runs: 0, tasks: 0, virtualMs: 0 };
const counts: Record<string, number> = {};
const startedAtMs = performance.now();

print(`seeds from SEED=${firstSeed}`);
for (let seed = firstSeed; performance.now() < endsAtMs; seed++) {
  for (const name of names) {
    await simulate(seed, name);
  }
}
const hours = (totals.virtualMs / 3_600_000).toFixed(1);
const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
print(`${totals.runs} runs, ${totals.tasks} tasks, ${hours} virtual hours in ${seconds} s`);
print(
  Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", "),
);

/** The number in a variable. An empty variable counts as not set, because make passes it. */
function numberIn(variable: string, byDefault: number): number {
  const number = Number(process.env[variable] || byDefault);
  if (!(number > 0)) {
    throw new Error(`${variable} must be a number above 0`);
  }
  return number;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function simulate(seed: number, name: string): Promise<void> {
  const form = worlds[name]?.form;
  if (form === undefined) {
    throw new Error(`There is no world ${name}, only: ${Object.keys(worlds).join(", ")}`);
  }
  const schedule = newSchedule(seed, name, form);
  const { violation, taskCount, virtualMs, counts: own } = await runSchedule(schedule);
  totals.runs++;
  totals.tasks += taskCount;
  totals.virtualMs += virtualMs;
  for (const [kind, count] of Object.entries(own)) {
    counts[kind] = (counts[kind] ?? 0) + count;
  }
  if (violation !== undefined) {
    const [kind] = violation.message.split(":");
    const foundMs = performance.now() - startedAtMs;
    print(
      `SEED=${seed} WORLD=${name}, after ${(foundMs / 1_000).toFixed(1)} s: ${violation.message}`,
    );
    const fewer = await shortest(schedule, async (tried) => {
      const { violation: same } = await runSchedule(tried);
      return same?.message.startsWith(kind ?? "") === true;
    });
    await runSchedule(fewer, print);
    print(`The shortest schedule, for test/simulation/regressions:\n${JSON.stringify(fewer)}`);
    process.exit(1);
  }
}
