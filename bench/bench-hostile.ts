import {
  type HostileOutcome,
  hostileTable,
  hostileVerdict,
  type Unmeasured,
} from "./hostile/hostile-outcome.ts";
import { AttackPlayer } from "./hostile/play-attack.ts";
import { playedAttacks } from "./hostile/played-attacks.ts";
import { machine } from "./report.ts";
import { runBenchmark } from "./run-benchmark.ts";

/**
 * `make bench-hostile`: what expensive requests do to the built executable, the first argument, and
 * to its other clients (docs/performance.md#hostile-load). The second argument limits the run to
 * attacks whose names contain it.
 */
const runTimeoutMs = 900_000;
/** So that a slow machine gets a table of a part rather than nothing. */
const lastStartMs = 780_000;

await runBenchmark("bench-hostile", runTimeoutMs, async (processes, directory) => {
  const executable = process.argv[2] ?? "";
  const part = process.argv[3] ?? "";
  const started = performance.now();
  const before = machine();
  const player = new AttackPlayer(processes, executable, directory);
  const outcomes: (HostileOutcome | Unmeasured)[] = [];
  for (const attack of playedAttacks()) {
    if (!attack.name.includes(part)) {
      continue;
    }
    if (performance.now() - started > lastStartMs) {
      outcomes.push({ attack: attack.name, reason: "no time was left for it", hasFailed: false });
      continue;
    }
    const startedAttack = performance.now();
    outcomes.push(await player.play(attack));
    const seconds = (performance.now() - startedAttack) / 1_000;
    console.error(`bench-hostile: ${attack.name}: ${seconds.toFixed(0)} s`);
  }
  const elapsedSeconds = (performance.now() - started) / 1_000;
  console.log(hostileTable(outcomes));
  console.log(
    `${before.processors} x ${before.model}, Bun ${before.bun}, load average before the run ${before.loadAverage.toFixed(2)}, ${elapsedSeconds.toFixed(0)} s in all.`,
  );
  const results = outcomes.map((outcome) => ({ ...outcome, verdict: hostileVerdict(outcome) }));
  console.log(JSON.stringify({ machine: before, executable, elapsedSeconds, attacks: results }));
  if (outcomes.some((outcome) => "reason" in outcome && outcome.hasFailed)) {
    process.exitCode = 1;
  }
});
