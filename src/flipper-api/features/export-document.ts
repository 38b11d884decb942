import type { Toggle } from "../../toggles/toggle.ts";

/** The export format, version 1, exactly as public clients write and read it (WIRE.md B.5). */
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
    // Joined by hand, because an object cannot hold the key __proto__.
    return `${JSON.stringify(key)}:${JSON.stringify(exported)}`;
  });
  return `{"version":1,"features":{${entries.join(",")}}}`;
}

function exportedPercentage(percentage: number): string | null {
  return percentage === 0 ? null : String(percentage);
}
