import { expect, test } from "bun:test";
import { withLineRateLimit } from "../../../src/http/log/line-rate-limit.ts";
import { entriesOf, loggedLines, Waits } from "./logged-lines.ts";

function limited(linesPerSecondMax: number, level: "debug" | "warn" = "debug") {
  const { lines, log } = loggedLines({ level });
  const waits = new Waits();
  return { lines, waits, log: withLineRateLimit(log, linesPerSecondMax, waits.later) };
}

test("many lines are cut to the limit, and one line has the number of the others", () => {
  const { lines, waits, log } = limited(3);
  for (let index = 0; index < 1_000; index++) {
    log.info("changed", { index });
  }
  expect(lines).toHaveLength(3);
  waits.end();
  expect(waits.delaysMs).toEqual([1_000]);
  expect(entriesOf(lines)).toEqual([
    { level: "info", message: "changed", index: 0 },
    { level: "info", message: "changed", index: 1 },
    { level: "info", message: "changed", index: 2 },
    { level: "warn", message: "suppressed", lines: 997 },
  ]);
});

test("the limit applies to each second, and nothing is logged about a quiet second", () => {
  const { lines, waits, log } = limited(2);
  for (let second = 0; second < 5; second++) {
    log.info("a");
    log.error("b");
    waits.end();
  }
  waits.end();
  expect(entriesOf(lines).map(({ message }) => message)).toEqual(
    new Array(5).fill(["a", "b"]).flat(),
  );
  expect(waits.delaysMs).toHaveLength(5);
});

test("lines below the level do not count", () => {
  const { lines, waits, log } = limited(1, "warn");
  log.info("left out");
  log.debug("left out");
  expect(waits.delaysMs).toEqual([]);
  log.warn("kept");
  waits.end();
  expect(entriesOf(lines)).toEqual([{ level: "warn", message: "kept" }]);
});
