import { ApiRefusal } from "../api-client/api-failure.ts";
import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { PublicApiClient } from "../api-client/public-api-client.ts";
import { printable } from "../text/printable.ts";
import { quote } from "../text/quote.ts";
import { similarWord } from "../text/similar-word.ts";
import { CommandRefusal } from "./failure-words.ts";
import type { Output } from "./subcommand.ts";

/** Unknown features (docs/api.md#errors). */
const featureNotFound = 1;

/** The feature; null if there is none. */
export async function lookUpFeature(
  api: PublicApiClient,
  key: string,
): Promise<FeatureAnswer | null> {
  try {
    return await api.feature(key);
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === featureNotFound) {
      return null;
    }
    throw error;
  }
}

/** Does work on a feature. Rejects with a CommandRefusal if it is unknown, with the one that was probably meant. */
export async function onKnownFeature<Answer>(
  api: PublicApiClient,
  key: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === featureNotFound) {
      throw new CommandRefusal(unknownFeature(key, await api.keys()));
    }
    throw error;
  }
}

interface WarningPlace {
  readonly output: Pick<Output, "err">;
  readonly api: PublicApiClient;
}

/** One line on `err` for each of these keys, which no feature has, with the one that was probably meant. */
export async function warnOfUnknownFeatures(
  { output, api }: WarningPlace,
  unknown: readonly string[],
): Promise<void> {
  const keys = unknown.length === 0 ? [] : await api.keys();
  for (const key of unknown) {
    output.err(`gatehouse: ${printable(unknownFeature(key, keys))}\n`);
  }
}

export function unknownFeature(key: string, keys: readonly string[]): string {
  const meant = similarWord(key, keys);
  return `there is no feature ${quote(key)}${meant === undefined ? "" : `; did you mean ${quote(meant)}?`}`;
}
