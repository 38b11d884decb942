import { join } from "node:path";
import { withSection } from "../packaging/document-section.ts";
import { BenchmarkError } from "./benchmark-error.ts";
import { Autocannon } from "./load/autocannon.ts";
import type { LoadGenerator } from "./load/load-generator.ts";
import { Wrk } from "./load/wrk.ts";
import { flipperSystem } from "./peers/flipper-system.ts";
import { gatehouseSystem } from "./peers/gatehouse-system.ts";
import { measureQuestion } from "./peers/measure-question.ts";
import { OtherWork } from "./peers/other-work.ts";
import { type PeerResults, peerReport, peerSection } from "./peers/peer-report.ts";
import {
  type PeerSystem,
  type PeerTools,
  type QuestionName,
  questions,
} from "./peers/peer-system.ts";
import type { PeerFigures, PeerRow } from "./peers/peer-table.ts";
import { measurePinned } from "./peers/pinned-evaluations.ts";
import { unleashSystem } from "./peers/unleash-system.ts";
import { machine } from "./report.ts";
import { runBenchmark } from "./run-benchmark.ts";

/**
 * `make bench-peers`: asks other systems and the built executable, the first argument, the same
 * questions, one system after the other (docs/performance.md#compared-with-other-systems). If an
 * answer was wrong, it prints only the reason and ends with exit code 1. Further arguments name the
 * systems to run; `write` writes the tables into the document.
 */
const runTimeoutMs = 180_000;
const systems = [gatehouseSystem, unleashSystem, flipperSystem];
const documentPath = join(import.meta.dir, "../docs/performance.md");
/** Last are the writes, as they change the features that the others read. */
const askedOrder: readonly QuestionName[] = ["list", "all", "one", "telemetry", "change"];
const writeWord = "write";

type FiguresByQuestion = Map<QuestionName, PeerFigures>;

await runBenchmark("bench-peers", runTimeoutMs, async (processes, directory) => {
  const started = performance.now();
  const [before, otherWork] = [machine(), new OtherWork()];
  const words = process.argv.slice(3);
  const wanted = systemsOf(words);
  const wrk = Bun.which("wrk");
  const generator =
    wrk === null ? new Autocannon(processes, directory) : new Wrk(wrk, processes, directory);
  const tools: PeerTools = {
    ...{ processes, directory, executable: process.argv[2] ?? "" },
    packages: join(process.env.BENCH_PEERS_TOOLS ?? "", "node_modules"),
    flipperSource: process.env.FLIPPER ?? "",
  };
  const found = { programs: [] as string[], missing: [] as string[] };
  const figures = new Map<string, FiguresByQuestion>();
  for (const system of wanted) {
    const reason = system.missing(tools);
    if (reason === undefined) {
      found.programs.push(await measureSystem(system, tools, { generator, otherWork, figures }));
    } else {
      found.missing.push(`Without ${system.views.join(" and ")}: ${reason}`);
    }
  }
  console.error("bench-peers: pinned …");
  const published = await measurePinned(tools);
  const results: PeerResults = {
    rows: rowsOf(wanted, figures),
    ...{ published, ...found, before, generator: generator.name },
    date: new Date().toISOString().slice(0, 10),
    elapsedSeconds: (performance.now() - started) / 1_000,
    otherShare: otherWork.share(before.processors),
  };
  console.log(peerReport(results));
  if (words.includes(writeWord)) {
    const document = Bun.file(documentPath);
    await document.write(withSection(await document.text(), "peers", peerSection(results)));
  }
});

function systemsOf(words: readonly string[]): readonly PeerSystem[] {
  const names = words.filter((word) => word !== writeWord);
  const unknown = names.filter((name) => systems.every((system) => system.name !== name));
  if (unknown.length > 0) {
    const all = systems.map(({ name }) => name).join(", ");
    throw new BenchmarkError(`${unknown.join(", ")} is no system; they are ${all}`);
  }
  if (names.length > 0 && words.includes(writeWord)) {
    throw new BenchmarkError("only the results of all systems are written");
  }
  return names.length === 0 ? systems : systems.filter(({ name }) => names.includes(name));
}

interface Measuring {
  readonly generator: LoadGenerator;
  readonly otherWork: OtherWork;
  readonly figures: Map<string, FiguresByQuestion>;
}

/** Runs a system, adds the figures of its views, and returns its programs with their versions. */
async function measureSystem(
  system: PeerSystem,
  tools: PeerTools,
  { generator, otherWork, figures }: Measuring,
): Promise<string> {
  console.error(`bench-peers: ${system.name} …`);
  const running = await system.start(tools);
  for (const name of askedOrder) {
    for (const view of running.views) {
      const question = view.questions[name];
      if (question !== undefined) {
        const measured = await measureQuestion({ generator, pids: running.pids }, question);
        figures.set(view.name, (figures.get(view.name) ?? new Map()).set(name, measured));
      }
    }
  }
  otherWork.addDetached(running.pids);
  await running.stop();
  return running.programs;
}

function rowsOf(
  wanted: readonly PeerSystem[],
  figures: ReadonlyMap<string, FiguresByQuestion>,
): readonly PeerRow[] {
  const names: readonly QuestionName[] = ["list", "all", "one", "change", "telemetry"];
  return names.flatMap((name) =>
    wanted
      .flatMap(({ views }) => views)
      .map((system) => ({
        ...{ question: questions[name], system },
        figures: figures.get(system)?.get(name),
      })),
  );
}
