import { printable } from "../text/printable.ts";
import type { ApiSenders } from "./api-place.ts";
import { dailySubcommand } from "./daily-subcommand.ts";
import { featureKey } from "./feature-show-subcommand.ts";
import { findFeature } from "./known-feature.ts";
import { positionalText } from "./positional-arguments.ts";

interface CreatedFeature {
  readonly environment: string | null;
  readonly key: string;
  /** False if the feature existed already. */
  readonly created: boolean;
}

/** `gatehouse feature create` (docs/cli.md#feature-create). */
export function featureCreateSubcommand(senders: ApiSenders) {
  return dailySubcommand<CreatedFeature>(senders, {
    name: "create",
    summary: "Creates a feature that is off in every environment; an existing one stays as it is.",
    options: [],
    positionals: [{ ...featureKey, description: "The key, as your code asks for it." }],
    work: async ({ given, place: { api, environment } }) => {
      // As the server stores it.
      const key = positionalText(given, 0).trim();
      const found = await findFeature(api, key);
      if (found === null) {
        await api.createFeature(key);
      }
      return { environment: await environment(), key, created: found === null };
    },
    text: ({ key, created }) =>
      created
        ? `created ${printable(key)}; it is off until a gate is enabled\n`
        : `${printable(key)} exists already\n`,
  });
}
