import { median } from "../statistics.ts";

/** What Bun writes as `.cpuprofile`, as far as it is used here. */
export interface SampledProfile {
  readonly nodes: readonly ProfileNode[];
  /** The id of the innermost node, for each sample. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A function's part of the samples, 0 to 1. */
export interface FunctionShare {
  readonly name: string;
  /** Its file and line; empty for functions of the runtime. */
  readonly place: string;
  /** Samples in the function itself. */
  readonly self: number;
  /** Samples in the function and in what it calls, each once. */
  readonly total: number;
}

/** How long all samples took: a thread that runs no JavaScript is not sampled. */
export function sampledMs({ samples, timeDeltas }: SampledProfile): number {
  return timeDeltas.length === 0 ? 0 : (samples.length * median(timeDeltas)) / 1_000;
}

/** The functions of a profile, those with the most samples in themselves first. */
export function functionShares(profile: SampledProfile, root: string): readonly FunctionShare[] {
  const parents = parentsOf(profile);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const functions = new Map<string, { name: string; place: string; self: number; total: number }>();
  const count = profile.samples.length;
  for (const [sample, hits] of countOf(profile.samples)) {
    const seen = new Set<string>();
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = nodes.get(id);
      if (node === undefined || node.callFrame.functionName === "(root)") {
        continue;
      }
      const { name, place } = nameOf(node, root);
      const key = `${name} ${place}`;
      const entry = functions.get(key) ?? { name, place, self: 0, total: 0 };
      functions.set(key, entry);
      entry.self += id === sample ? hits / count : 0;
      entry.total += seen.has(key) ? 0 : hits / count;
      seen.add(key);
    }
  }
  return Array.from(functions.values()).sort((left, right) => right.self - left.self);
}

function parentsOf({ nodes }: SampledProfile): ReadonlyMap<number, number> {
  return new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
}

function countOf(samples: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const sample of samples) {
    counts.set(sample, (counts.get(sample) ?? 0) + 1);
  }
  return counts;
}

function nameOf({ callFrame }: ProfileNode, root: string) {
  const { functionName, url, lineNumber } = callFrame;
  const path = url.replace(/^file:\/\//, "");
  const isOwn = path.startsWith(root);
  return {
    name: functionName === "" ? "(anonymous)" : functionName,
    place: isOwn ? `${path.slice(root.length + 1)}:${lineNumber + 1}` : path,
  };
}
