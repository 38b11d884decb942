import { flagd } from "./flagd/flagd.ts";
import { flagsmith } from "./flagsmith/flagsmith.ts";
import { flipt } from "./flipt/flipt.ts";
import { goFeatureFlag } from "./go-feature-flag/go-feature-flag.ts";
import { growthbook } from "./growthbook/growthbook.ts";
import { launchdarkly } from "./launchdarkly/launchdarkly.ts";
import type { Peer } from "./peer-import.ts";
import { posthog } from "./posthog/posthog.ts";
import { unleash } from "./unleash/unleash.ts";

/** The systems whose documents can be imported, by their names in `--from`. */
export const peers: ReadonlyMap<string, Peer> = new Map<string, Peer>([
  ["unleash", unleash],
  ["launchdarkly", launchdarkly],
  ["flagsmith", flagsmith],
  ["growthbook", growthbook],
  ["flagd", flagd],
  ["goff", goFeatureFlag],
  ["flipt", flipt],
  ["posthog", posthog],
]);
