import { type Static, Type } from "@sinclair/typebox";
import { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import { mandatoryOption } from "../config/option.ts";
import { printable } from "../text/printable.ts";
import type { ApiSenders, Place } from "./api-place.ts";
import { changeFeatureGates, changesMax } from "./change-gates.ts";
import { counted } from "./counted-words.ts";
import { featureKey, featureKeyIn } from "./feature-key-argument.ts";
import { gateDifference } from "./gate-differences.ts";
import { type GateValues, gateValues, noOpenGates, openFor } from "./gate-words.ts";
import { requireShownExpressions } from "./hidden-expressions.ts";
import { lookUpFeature, requireKnownFeature } from "./known-feature.ts";
import { twoPlacesSubcommand } from "./two-places-subcommand.ts";

const fromOption = environmentOption("from", "The slug of the environment whose gates are copied.");
const toOption = environmentOption("to", "The slug of the environment that gets them.");

const CopiedFeature = Type.Object({
  from: Type.String({ description: "The slug of an environment." }),
  to: Type.String({ description: "The slug of an environment." }),
  change_count: Type.Integer({ description: "How many gate values were changed." }),
  pinned: Type.Boolean({
    description: "Whether the second environment followed Production for this feature until now.",
  }),
  ...FeatureAnswer.properties,
});

type CopiedFeature = Immutable<Static<typeof CopiedFeature>>;

/** `gatehouse feature copy` (docs/cli.md#feature-copy). */
export function featureCopySubcommand(senders: ApiSenders) {
  return twoPlacesSubcommand(senders, {
    json: CopiedFeature,
    name: "copy",
    summary: "Copies the gates of a feature from one environment to another.",
    examples: [
      {
        line: "gatehouse feature copy search --from staging --to production",
        text: "Releases a feature as it was tried in staging.",
      },
    ],

    options: [fromOption, toOption],
    positionals: [featureKey],
    environments: (given) => [given.valueOf(fromOption), given.valueOf(toOption)],
    work: async ({ given, output, places: [source, target] }) => {
      const key = featureKeyIn(given);
      const feature = await requireKnownFeature(source.api, key);
      const present = await lookUpFeature(target.api, key);
      requireShownExpressions([feature, ...(present ? [present] : [])], "copy gates");
      const now = present === null ? noOpenGates : gateValues(present);
      const changes = gateDifference(now, gateValues(feature));
      const isPinned = await followsProduction(target, key);
      const writes =
        changes.length === 0 && (isPinned || present === null) ? [sameGates(now)] : changes;
      if (changes.length > changesMax) {
        output.err(
          `gatehouse: ${counted(changes.length, "change")} are sent in steps of ${changesMax}; if this is ` +
            "interrupted, run it again\n",
        );
      }
      const copied = await changeInSteps(target, key, writes);
      return {
        from: given.valueOf(fromOption),
        to: given.valueOf(toOption),
        change_count: changes.length,
        pinned: isPinned,
        ...(copied ?? present ?? feature),
      };
    },
    text: copiedText,
  });
}

function copiedText({
  key,
  from,
  to,
  change_count: count,
  pinned,
  ...feature
}: CopiedFeature): string {
  const same = `${printable(key)} has the same gates in ${printable(from)} and ${printable(to)}`;
  const copied =
    count === 0
      ? same
      : `copied ${printable(key)} from ${printable(from)} to ${printable(to)}, ` +
        `${counted(count, "change")}: open for ${printable(openFor(feature))}`;
  return `${copied}${pinned ? `; ${printable(to)} no longer follows Production for it` : ""}\n`;
}

/** Whether a change in Production would change the gates in this environment. */
async function followsProduction(
  { admin, gatehouse, at, release }: Place,
  key: string,
): Promise<boolean> {
  const details = await gatehouse.details([key]);
  const isMirrored = details.some((each) => each.key === key && !each.overridden);
  // Production's own gates are no override either.
  if (!isMirrored) {
    return false;
  }
  const { environment } = await admin.call("GET /status", { query: at });
  await release();
  return environment.kind !== "production";
}

/**
 * A write that changes no value: it creates a missing feature, and an environment that followed Production
 * keeps the gates from then on.
 */
function sameGates({ percentage_of_time: value }: GateValues): GateRequest {
  return { gate: "percentage_of_time", action: "enable", value };
}

/** Null without a change. */
async function changeInSteps(
  target: Place,
  key: string,
  changes: readonly GateRequest[],
): Promise<FeatureAnswer | null> {
  let changed: FeatureAnswer | null = null;
  for (let start = 0; start < changes.length; start += changesMax) {
    const [first, ...others] = changes.slice(start, start + changesMax);
    if (first !== undefined) {
      const options = { allowsAnyGroup: true };
      changed = (await changeFeatureGates(target, key, [first, ...others], options)).feature;
    }
  }
  return changed;
}

function environmentOption(flag: string, description: string) {
  return mandatoryOption({
    flag,
    placeholder: "ENVIRONMENT",
    description,
    completion: "environments",
    parse: (value) => ({ value }),
  });
}
