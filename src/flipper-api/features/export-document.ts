import type { Toggle } from "../../toggles/toggle.ts";

/**
 * Returns an export, version 1, in exactly the format that public clients write and read
 * (docs/clients.md#import-and-export).
 */
export function exportFeatures(toggles: Iterable<Toggle>): string {
  const entries = Array.from(toggles, ({ key, gates }) => {
    const exported = {
      boolean: gates.boolean ? "true" : null,
      groups: gates.groups,
      actors: gates.actors,
      expression: gates.expression,
      percentage_of_actors: exportedPercentage(gates.percentageOfActors),
      percentage_of_time: exportedPercentage(gates.percentageOfTime),
    };
    // Joined as text, because a plain object would lose the key __proto__.
    return `${JSON.stringify(key)}:${JSON.stringify(exported)}`;
  });
  return `{"version":1,"features":{${entries.join(",")}}}`;
}

function exportedPercentage(percentage: number): string | null {
  return percentage === 0 ? null : String(percentage);
}
