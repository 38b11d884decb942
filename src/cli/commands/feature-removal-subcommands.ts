import { Type } from "@sinclair/typebox";
import { printable } from "../../core/text/printable.ts";
import { quoteUnlessPlain } from "../../core/text/quote.ts";
import { inEnvironment } from "../answers/answer-schemas.ts";
import { confirm, requireAnswerable, yesOption } from "../options/confirm-first.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { adminOrPublic, answeredEnvironment } from "../targets/admin-or-public.ts";
import type { ApiSenders, Target } from "../targets/api-target.ts";
import { dailySubcommand } from "../targets/daily-subcommand.ts";
import { namingUnknownFeature, readKnownFeature } from "../targets/read-features.ts";

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

    options: [],
    positionals: [featureKey],
    work: async ({ given, place }) => {
      const key = featureKeyIn(given);
      const { admin, api, at } = place;
      await namingUnknownFeature(place, key, () =>
        adminOrPublic(
          async () =>
            void (await admin.call("DELETE /environments/:environment/features/:key/gates", {
              params: { ...at, key },
              query: place.in,
              body: {},
            })),
          async () => {
            await api.feature(key);
            await api.clearFeature(key);
          },
        ),
      );
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
    ],

    options: [yesOption],
    positionals: [featureKey],
    work: async ({ given, output, place }) => {
      const key = featureKeyIn(given);
      const isConfirmed = given.valueOf(yesOption);
      requireAnswerable(output, isConfirmed);
      if (!isConfirmed) {
        await readKnownFeature(place, key);
        await place.release();
        await confirm(output, `Delete ${quoteUnlessPlain(key)} from every environment?`);
      }
      await deleteFeature(place, key);
      return { environment: await answeredEnvironment(place), key };
    },
    text: ({ key }) => `deleted ${printable(key)} from every environment\n`,
  });
}

function deleteFeature(place: Target, key: string): Promise<void> {
  const { admin, api, at } = place;
  return namingUnknownFeature(place, key, () =>
    adminOrPublic(
      async () =>
        void (await admin.call("DELETE /environments/:environment/features/:key", {
          params: { ...at, key },
          query: place.in,
          body: {},
        })),
      async () => {
        await api.feature(key);
        await api.deleteFeature(key);
      },
    ),
  );
}
