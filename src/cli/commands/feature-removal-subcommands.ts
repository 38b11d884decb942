import { Type } from "@sinclair/typebox";
import { ConfigError } from "../../config/config-error.ts";
import { switchOption } from "../../config/option.ts";
import { printable } from "../../core/text/printable.ts";
import { quoteUnlessPlain } from "../../core/text/quote.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import { confirm, requireAnswerable, yesOption } from "../options/confirm-first.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { changeOptions, type Why, whyIn } from "../options/why-option.ts";
import { answeredEnvironment, changeOverAdminOrPublic } from "../targets/admin-or-public.ts";
import type { ApiSenders, Target } from "../targets/api-target.ts";
import { dailySubcommand } from "../targets/daily-subcommand.ts";
import { namingUnknownFeature, readKnownFeature } from "../targets/read-features.ts";
import { retireOption } from "./retired-key-subcommands.ts";

const forceOption = switchOption({
  flag: "force",
  description: "Deletes the feature even if it was checked in the last 7 days.",
});

const ClosedFeature = Type.Object({ ...inEnvironment, key: Type.String() });

/** `gatehouse feature clear` (docs/cli.md#feature-clear). */
export function featureClearSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: ClosedFeature,
    name: "clear",
    summary: "Clears all gates of a feature in one environment, and keeps the feature.",
    examples: [
      {
        line: "gatehouse feature clear search --environment staging",
        text: "Clears all gates in staging, which no longer follows Production for this feature.",
      },
    ],

    options: [...changeOptions],
    positionals: [featureKey],
    work: async ({ given, place }) => {
      const key = featureKeyIn(given);
      const route = "DELETE /environments/:environment/features/:key/gates";
      await removeFrom({ place, key, why: whyIn(given) }, route, () => place.api.clearFeature(key));
      return { environment: await answeredEnvironment(place), key };
    },
    text: ({ key }, { where }) => `cleared all gates of ${printable(key)} ${where}\n`,
  });
}

/** `gatehouse feature delete` (docs/cli.md#feature-delete). */
export function featureDeleteSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: ClosedFeature,
    name: "delete",
    summary:
      "Deletes a feature with its gates from every environment of the project. Asks first; its " +
      "audits stay.",
    examples: [
      { line: "gatehouse feature delete old_search", text: "Asks, and deletes the feature." },
      {
        line: "gatehouse feature delete old_search --yes",
        text: "Deletes the feature in a script.",
      },
      {
        line: "gatehouse feature delete old_search --retire",
        text: "Deletes the feature, and keeps old applications from creating it again.",
      },
    ],

    options: [retireOption, forceOption, ...changeOptions, yesOption],
    positionals: [featureKey],
    work: async ({ given, output, place }) => {
      const key = featureKeyIn(given);
      const retires = given.valueOf(retireOption);
      const isConfirmed = given.valueOf(yesOption);
      requireAnswerable(output, isConfirmed);
      if (!isConfirmed) {
        await readKnownFeature(place, key);
        await place.release();
        await confirm(output, `Delete ${quoteUnlessPlain(key)} from every environment?`);
      }
      const route = "DELETE /environments/:environment/features/:key";
      const removal = {
        ...{ place, key, why: whyIn(given) },
        ...(retires ? { retire: true } : {}),
        ...(given.valueOf(forceOption) ? { force: true } : {}),
      };
      await removeFrom(removal, route, () => {
        if (retires) {
          throw new ConfigError(
            "--retire needs the Admin API: this server has only the Flipper API",
          );
        }
        return place.api.deleteFeature(key);
      });
      return { environment: await answeredEnvironment(place), key };
    },
    text: ({ key }) => `deleted ${printable(key)} from every environment\n`,
  });
}

interface Removal {
  readonly place: Target;
  readonly key: string;
  readonly why: Why;
  /** Only for a deletion. */
  readonly retire?: boolean;
  /** Only for a deletion. */
  readonly force?: boolean;
}

/** Calls the route, or does the same over the public API. Rejects for an unknown feature. */
function removeFrom(
  { place, key, why, ...deletion }: Removal,
  route:
    | "DELETE /environments/:environment/features/:key"
    | "DELETE /environments/:environment/features/:key/gates",
  overPublic: () => Promise<void>,
): Promise<void> {
  const { admin, api, at, in: query } = place;
  return namingUnknownFeature(place, key, () =>
    changeOverAdminOrPublic(
      why,
      async () => {
        const body = { ...why, ...deletion };
        await admin.call(route, { params: { ...at, key }, query, body });
      },
      async () => {
        await api.feature(key);
        await overPublic();
      },
    ),
  );
}
