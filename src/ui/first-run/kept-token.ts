import { storedText, storeText } from "../parts/stored-text.ts";

/** What stays of a token that was shown once: enough to recognize it. */
export interface KeptToken {
  readonly name: string;
  /** Its last four characters. */
  readonly ending: string;
}

const endingLength = 4;
const nameOf = (user: number) => `gatehouse-started-token ${user}`;

export function keptOf(name: string, value: string): KeptToken {
  return { name, ending: `…${value.slice(-endingLength)}` };
}

export function keepToken(user: number, kept: KeptToken): void {
  storeText(nameOf(user), JSON.stringify(kept));
}

export function keptToken(user: number): KeptToken | null {
  try {
    const kept: unknown = JSON.parse(storedText(nameOf(user)) ?? "null");
    return kept !== null &&
      typeof kept === "object" &&
      "name" in kept &&
      "ending" in kept &&
      typeof kept.name === "string" &&
      typeof kept.ending === "string"
      ? { name: kept.name, ending: kept.ending }
      : null;
  } catch {
    return null;
  }
}
