import { percentageText } from "../../core/percentages/percentage.ts";
import { RoundedPercentages } from "../../core/percentages/rounded-percentages.ts";
import { isJsonObject } from "../../core/text/json-object.ts";

const gates = ["percentage_of_actors", "percentage_of_time"] as const;
const gateNames = new Set<string>(gates);

/**
 * An export with rounded percentages. A text that is not an export stays unchanged, so that the
 * server reports the problem.
 */
export function withRoundedPercentages(text: string): {
  readonly text: string;
  readonly rounded: RoundedPercentages;
} {
  const rounded = new RoundedPercentages();
  const document = parsed(text);
  const features = isJsonObject(document) ? document.features : undefined;
  for (const [name, feature] of isJsonObject(features) ? Object.entries(features) : []) {
    for (const gate of gates) {
      if (isJsonObject(feature) && Object.hasOwn(feature, gate)) {
        const value = rounded.round(name, gate, feature[gate]);
        Object.assign(feature, { [gate]: value });
      }
    }
  }
  return { text: rounded.count === 0 ? text : JSON.stringify(document), rounded };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, withDigits);
  } catch {
    return undefined;
  }
}

/** Percentages stay texts, because numbers could lose the digits of their decimals. */
function withDigits(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && gateNames.has(key)
    ? percentageText(context?.source ?? String(value))
    : value;
}
