import type { ActorCheck, CheckInputs } from "../../../src/core/evaluation/actor-check.ts";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { CompiledExpressions } from "../../../src/core/evaluation/compiled-expressions.ts";
import { ListCheck } from "../../../src/core/evaluation/list-check.ts";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import type { Toggle } from "../../../src/core/evaluation/toggle.ts";

/** A check of toggles of one environment, in which nobody is in a group and chance is never met. */
export function checkOf(
  toggles: ReadonlyMap<string, Toggle>,
  actors: readonly Actor[],
  inputs: Partial<CheckInputs> = {},
): ListCheck {
  return new ListCheck(actors, {
    find: (key) => toggles.get(key),
    expressions: new CompiledExpressions(),
    now: () => 0,
    random: () => 0,
    crc32: Bun.hash.crc32,
    ...inputs,
  });
}

/** The keys of the toggles that are enabled, asked one after the other. */
export function enabledKeys(check: ActorCheck, toggles: Iterable<Toggle>): string[] {
  return [...toggles].filter((toggle) => check.isEnabled(toggle)).map(({ key }) => key);
}

/** The same, asked as a list, in steps. */
export function enabledKeysInSteps(check: ListCheck, toggles: Iterable<Toggle>): string[] {
  const list = [...toggles];
  const indexes = new Set(runSteps(check.enabledAmongInSteps(list)));
  return list.filter((_toggle, index) => indexes.has(index)).map(({ key }) => key);
}

/** The same, asked as a list. */
export function enabledKeysOfList(check: ListCheck, toggles: Iterable<Toggle>): string[] {
  const list = [...toggles];
  const indexes = new Set(check.enabledAmong(list));
  return list.filter((_toggle, index) => indexes.has(index)).map(({ key }) => key);
}
