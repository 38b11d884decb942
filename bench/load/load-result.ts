import type { LoadResult } from "./load-generator.ts";

const names = [
  "answerCount",
  "elapsedMs",
  "bytesRead",
  "refusedCount",
  "brokenCount",
  "p50Ms",
  "p99Ms",
] as const satisfies readonly (keyof LoadResult)[];

/** Reads the result from the last line of a load generator's output, which is JSON. */
export function loadResult(printed: string): LoadResult {
  const line = printed.trimEnd().split("\n").at(-1) ?? "";
  const document: unknown = JSON.parse(line);
  const number = (name: (typeof names)[number]) => {
    const value: unknown =
      typeof document === "object" && document !== null ? Reflect.get(document, name) : undefined;
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw new Error(`The load generator told no ${name}: ${line}`);
    }
    return value;
  };
  return {
    answerCount: number("answerCount"),
    elapsedMs: number("elapsedMs"),
    bytesRead: number("bytesRead"),
    refusedCount: number("refusedCount"),
    brokenCount: number("brokenCount"),
    p50Ms: number("p50Ms"),
    p99Ms: number("p99Ms"),
  };
}
