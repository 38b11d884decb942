import { expect, test } from "bun:test";
import { withLineBudget } from "../../src/log/line-budget.ts";
import { entriesOf, loggedLines, Waits } from "./logged-lines.ts";

function budgeted(linesPerSecondMax: number, level: "debug" | "warn" = "debug") {
  const { lines, log } = loggedLines({ level });
  const waits = new Waits();
  return { lines, waits, log: withLineBudget(log, linesPerSecondMax, waits.later) };
}

test("a storm is as many lines as the budget has, and one that counts the others", () => {
  const { lines, waits, log } = budgeted(3);
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

test("each second has a budget of its own, and a quiet one no line", () => {
  const { lines, waits, log } = budgeted(2);
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

test("lines that the level leaves out cost no budget", () => {
  const { lines, waits, log } = budgeted(1, "warn");
  log.info("left out");
  log.debug("left out");
  expect(waits.delaysMs).toEqual([]);
  log.warn("kept");
  waits.end();
  expect(entriesOf(lines)).toEqual([{ level: "warn", message: "kept" }]);
});
