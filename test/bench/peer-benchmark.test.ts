import { expect, test } from "bun:test";
import { featureCount, mixedFeatures } from "../../bench/benchmark-features.ts";
import { peerSection } from "../../bench/peers/peer-report.ts";
import { figure, type PeerRow, peerMarkdown, peerTable } from "../../bench/peers/peer-table.ts";
import { processTimes, sumOfTrees, treesProcessorMs } from "../../bench/peers/process-tree.ts";
import { unleashImport, unleashMetrics } from "../../bench/peers/unleash-import.ts";

const stat = "42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 100 50 20 10 20 0 1 0 555 1 2";

test("the time of a process includes its children that have ended", () => {
  expect(processTimes(stat)).toEqual({ pid: 42, parent: 7, processorMs: 1_800 });
  expect(processTimes("")).toBeUndefined();
  expect(processTimes("42 (short) S 7 1 2 3")).toBeUndefined();
});

test("the time of trees counts each process once, and no other process", () => {
  const of = (pid: number, parent: number, processorMs: number) => ({ pid, parent, processorMs });
  const all = [of(1, 0, 1_000), of(2, 1, 1), of(3, 2, 10), of(4, 3, 100), of(5, 1, 5_000)];
  expect(sumOfTrees(all, [2])).toBe(111);
  expect(sumOfTrees(all, [2, 4])).toBe(111);
  expect(sumOfTrees(all, [99])).toBe(0);
});

test("the time of this process is reported", () => {
  expect(treesProcessorMs([process.pid])).toBeGreaterThan(0);
});

const quick = { ratePerSecond: 12_345.6, processorMicroseconds: 50, p50Ms: 0.5, p99Ms: 12.34 };
const rows: readonly PeerRow[] = [
  { question: "list", system: "Ours", figures: quick },
  { question: "list", system: "Other", figures: { ...quick, processorMicroseconds: 125 } },
  { question: "check", system: "Ours", figures: { ...quick, processorMicroseconds: undefined } },
  { question: "check", system: "Other", figures: undefined },
];

test("a table compares processor times of one question, and has a dash for a missing figure", () => {
  expect(peerTable(rows, "Ours").split("\n").slice(1)).toEqual([
    "list        Ours      12,346          50.0   1.00    0.50    12.3",
    "list       Other      12,346           125   2.50    0.50    12.3",
    "check       Ours      12,346             –      –    0.50    12.3",
    "check      Other           –             –      –       –       –",
    "",
  ]);
  expect(peerMarkdown(rows, "Ours")).toContain(
    "| list | Other | 12,346 | 125 | 2.50 | 0.50 | 12.3 |\n",
  );
});

test("figures have as many digits as are worth reading", () => {
  expect([0.123, 9.999, 10, 99.94, 100, 1_234_567, undefined].map(figure)).toEqual([
    ...["0.12", "10.00", "10.0", "99.9", "100", "1,234,567", "–"],
  ]);
});

test("the written section has both tables, the machine, the versions and what is missing", () => {
  const section = peerSection({
    rows,
    published: [{ work: "all of 5", figures: quick, published: "Another: 39,000" }],
    programs: ["Ours 1.0"],
    missing: ["Without Other: it is not installed"],
    before: { processors: 2, model: "a model", bun: "1", loadAverage: 0.5 },
    ...{ generator: "wrk", date: "2026-01-02", elapsedSeconds: 100, otherShare: 0.123 },
  });
  expect(section.split("\n").slice(-12)).toEqual([
    "| check | Other | – | – | – | – | – |",
    "",
    "| on one core | requests/s | µs a request | published for another machine |",
    "| --- | --- | --- | --- |",
    "| all of 5 | 12,346 | 50.0 | Another: 39,000 |",
    "",
    "- Measured on 2026-01-02 on 2 cores (a model) with wrk.",
    "- The load average before the run was 0.5.",
    "- Other work on the machine used 12 % of the processor time during the run.",
    "- Ours 1.0.",
    "- Without Other: it is not installed.",
    "",
  ]);
});

test("the features of Unleash are those of the other systems", () => {
  const imported: {
    readonly features: readonly { readonly name: string }[];
    readonly featureStrategies: readonly { readonly featureName: string }[];
    readonly featureEnvironments: readonly { readonly name: string; readonly enabled: boolean }[];
  } = JSON.parse(unleashImport());
  expect(imported.features.map(({ name }) => name)).toEqual(mixedFeatures().map(({ key }) => key));
  expect(new Set(imported.featureStrategies.map(({ featureName }) => featureName)).size).toBe(
    featureCount,
  );
  // A feature without gates is disabled, and all others are enabled for those who match.
  const disabled = imported.featureEnvironments.filter(({ enabled }) => !enabled);
  expect(disabled.length).toBe(featureCount / 5);
});

test("submissions of Unleash have counts of all features and differ in the instance", () => {
  const submission: {
    readonly instanceId: string;
    readonly bucket: { readonly toggles: object };
  } = JSON.parse(unleashMetrics().join("instance-7"));
  expect(submission.instanceId).toBe("instance-7");
  expect(Object.keys(submission.bucket.toggles).length).toBe(featureCount);
});
