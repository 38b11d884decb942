import { printable } from "../text/printable.ts";
import { quoteUnlessPlain } from "../text/quote.ts";
import type { ApiSenders } from "./api-place.ts";
import { confirm, requireAnswerable, yesOption } from "./confirmation.ts";
import { dailySubcommand } from "./daily-subcommand.ts";
import { featureKey } from "./feature-show-subcommand.ts";
import { requireFeature } from "./known-feature.ts";
import { positionalText } from "./positional-arguments.ts";

interface RemovedFeature {
  readonly environment: string | null;
  readonly key: string;
}

/** `gatehouse feature clear` (docs/cli.md#feature-clear). */
export function featureClearSubcommand(senders: ApiSenders) {
  return dailySubcommand<RemovedFeature>(senders, {
    name: "clear",
    summary: "Closes all gates of a feature in one environment, and keeps the feature.",
    options: [],
    positionals: [featureKey],
    work: async ({ given, place: { api, environment } }) => {
      const key = positionalText(given, 0);
      await requireFeature(api, key);
      await api.clearFeature(key);
      return { environment: await environment(), key };
    },
    text: ({ key }, { where }) => `closed all gates of ${printable(key)} ${where}\n`,
  });
}

/** `gatehouse feature delete` (docs/cli.md#feature-delete). */
export function featureDeleteSubcommand(senders: ApiSenders) {
  return dailySubcommand<RemovedFeature>(senders, {
    name: "delete",
    summary:
      "Deletes a feature with its gates from every environment of the project. Asks first; its " +
      "audits stay.",
    options: [yesOption],
    positionals: [featureKey],
    work: async ({ given, output, place: { api, environment } }) => {
      const key = positionalText(given, 0);
      const isConfirmed = given.valueOf(yesOption);
      requireAnswerable(output, isConfirmed);
      await requireFeature(api, key);
      if (!isConfirmed) {
        await confirm(output, `Delete ${quoteUnlessPlain(key)} from every environment?`);
      }
      await api.deleteFeature(key);
      return { environment: await environment(), key };
    },
    text: ({ key }) => `deleted ${printable(key)} from every environment\n`,
  });
}
