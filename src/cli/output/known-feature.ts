import { quote } from "../../core/text/quote.ts";
import { similarWord } from "../../core/text/similar-word.ts";
import { nullIfRefused } from "../api-client/api-failure.ts";
import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { PublicApiClient } from "../api-client/public-api-client.ts";

/** The code of an unknown feature (docs/api.md#errors). */
const featureNotFound = 1;

/** The feature; null if there is none. */
export function lookUpFeature(api: PublicApiClient, key: string): Promise<FeatureAnswer | null> {
  return nullIfRefused(api.feature(key), ({ code }) => code === featureNotFound);
}

export function unknownFeature(key: string, keys: readonly string[]): string {
  const meant = similarWord(key, keys);
  return `there is no feature ${quote(key)}${meant === undefined ? "" : `; did you mean ${quote(meant)}?`}`;
}
