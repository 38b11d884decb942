import type { FeatureAnswer } from "./feature-answers.ts";

/**
 * An export, version 1, of features as the API lists them (docs/clients.md#import-and-export). It
 * equals the export of a data directory with the same features. Every feature must have the gate
 * expression.
 */
export function exportText(features: readonly FeatureAnswer[]): string {
  const entries = features.map(({ key, gates }) => {
    const values = new Map<string, unknown>(gates.map((gate) => [gate.key, gate.value]));
    const exported = {
      boolean: values.get("boolean") === true ? "true" : null,
      groups: values.get("groups") ?? [],
      actors: values.get("actors") ?? [],
      expression: values.get("expression") ?? null,
      percentage_of_actors: percentage(values.get("percentage_of_actors")),
      percentage_of_time: percentage(values.get("percentage_of_time")),
    };
    // Joined as text, because a plain object would lose the key __proto__.
    return `${JSON.stringify(key)}:${JSON.stringify(exported)}`;
  });
  return `{"version":1,"features":{${entries.join(",")}}}`;
}

function percentage(value: unknown): string | null {
  return typeof value === "number" && value > 0 ? String(value) : null;
}
