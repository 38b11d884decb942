import type { Toggle } from "../../../core/evaluation/toggle.ts";

/**
 * Returns an export, version 1, in exactly the format that public clients write and read
 * (docs/clients.md#import-and-export).
 */
export function exportFeatures(toggles: Iterable<Toggle>): string {
  return [...exportParts(toggles)].join("");
}

/** As `exportFeatures`, with one part per feature. */
export function* exportParts(toggles: Iterable<Toggle>): Generator<string> {
  yield '{"version":1,"features":{';
  let separator = "";
  for (const { key, gates } of toggles) {
    const exported = {
      boolean: gates.boolean ? "true" : null,
      groups: gates.groups,
      actors: gates.actors,
      expression: gates.expression,
      percentage_of_actors: exportedPercentage(gates.percentageOfActors),
      percentage_of_time: exportedPercentage(gates.percentageOfTime),
    };
    // Joined as text, because a plain object would lose the key __proto__.
    yield `${separator}${JSON.stringify(key)}:${JSON.stringify(exported)}`;
    separator = ",";
  }
  yield "}}";
}

function exportedPercentage(percentage: number): string | null {
  return percentage === 0 ? null : String(percentage);
}
