import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type BenchFeature, mixedFeatures } from "../benchmark-features.ts";
import { Gatehouse } from "../gatehouse.ts";
import { Autocannon } from "../load/autocannon.ts";
import { Wrk } from "../load/wrk.ts";
import { ofrepEvaluation } from "./gatehouse-system.ts";
import { measureInTurns } from "./measure-question.ts";
import { checkedKey, checkOne, evaluateAll } from "./peer-questions.ts";
import type { PeerTools } from "./peer-system.ts";
import type { PeerFigures } from "./peer-table.ts";

/** More than for the other questions, as other work on that one core disturbs it more. */
const rounds = 5;

/** A figure of another system, from its own documents, and our figures for the same work. */
export interface PublishedFigure {
  readonly work: string;
  readonly figures: PeerFigures | undefined;
  readonly published: string;
}

/** Each has one gate, as the features of the published measurements have one strategy. */
const features: readonly BenchFeature[] = mixedFeatures().filter((_, index) =>
  [0, 4, 6, 8, 9].includes(index),
);
const works = {
  all: "evaluate all of 5 features over OFREP",
  one: "evaluate one of 5 features over OFREP",
};
const published = {
  all: "Unleash Edge: 39,000, 5 features, 1 CPU (its docs/benchmarking.md)",
  one: "flagd: 20,000, one flag of 100 to 5,000, 1 CPU of an M1 Pro (its test/loadtest)",
};

/**
 * Measures evaluations by a server on the first core, with the load from the second one. Without two
 * cores or `taskset` there are no figures of ours.
 */
export async function measurePinned(tools: PeerTools): Promise<readonly PublishedFigure[]> {
  if (availableParallelism() < 2 || Bun.which("taskset") === null) {
    return [rowOf("all", undefined), rowOf("one", undefined)];
  }
  const { processes, executable, directory } = tools;
  const [serverCore, generatorCore] = [0, 1].map((core) => ["taskset", "-c", String(core)]);
  const wrk = Bun.which("wrk");
  const generator =
    wrk === null
      ? new Autocannon(processes, directory, generatorCore)
      : new Wrk(wrk, processes, directory, generatorCore);
  const server = await Gatehouse.start(processes, executable, join(directory, "pinned"), {
    ...(serverCore === undefined ? {} : { prefix: serverCore }),
  });
  await server.import(features);
  const { origin, pid } = server;
  const all = evaluateAll(ofrepEvaluation(origin, ""), features);
  const one = checkOne(ofrepEvaluation(origin, `/${checkedKey}`));
  const figures = await measureInTurns({ generator, pids: [pid] }, [all, one], rounds);
  await server.stop();
  return [rowOf("all", figures[0]), rowOf("one", figures[1])];
}

function rowOf(work: keyof typeof works, figures: PeerFigures | undefined): PublishedFigure {
  return { work: works[work], figures, published: published[work] };
}
