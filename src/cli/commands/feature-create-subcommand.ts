import { Type } from "@sinclair/typebox";
import { printable } from "../../core/text/printable.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import { parseFeatureKey } from "../options/feature-key-argument.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { type Why, whyIn, whyOptions } from "../options/why-option.ts";
import { lookUpFeature } from "../output/known-feature.ts";
import { answeredEnvironment, changeOverAdminOrPublic } from "../targets/admin-or-public.ts";
import type { ApiSenders, Target } from "../targets/api-target.ts";
import { dailySubcommand } from "../targets/daily-subcommand.ts";

const newFeatureKey = { placeholder: "KEY", description: "The key that your code checks." };

const CreatedFeature = Type.Object({
  ...inEnvironment,
  key: Type.String(),
  created: Type.Boolean({ description: "False if the feature existed already." }),
});

/** `gatehouse feature create` (docs/cli.md#feature-create). */
export function featureCreateSubcommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    json: CreatedFeature,
    name: "create",
    summary: "Creates a feature that is off in every environment; an existing one stays as it is.",
    examples: [
      {
        line: "gatehouse feature create new_checkout",
        text: "Creates a feature before it is released.",
      },
    ],

    options: whyOptions,
    positionals: [newFeatureKey],
    work: async ({ given, place }) => {
      // In the form that the server stores (docs/decisions.md#feature-names).
      const key = positionalValue(given, 0, newFeatureKey, (text) =>
        parseFeatureKey(visibleText(text)),
      );
      const created = await createFeature(place, key, whyIn(given));
      return { environment: await answeredEnvironment(place), key, created };
    },
    text: ({ key, created }) =>
      created
        ? `created ${printable(key)}; it is off until a gate is enabled\n`
        : `${printable(key)} exists already\n`,
  });
}

/** Resolves to whether the feature is new. */
function createFeature(
  { admin, api, at, in: project }: Target,
  key: string,
  why: Why,
): Promise<boolean> {
  return changeOverAdminOrPublic(
    why,
    async () => {
      const { created } = await admin.call("POST /environments/:environment/features", {
        params: at,
        query: project,
        body: { key, mayExist: true, ...why },
      });
      return created;
    },
    async () => {
      const found = await lookUpFeature(api, key);
      if (found === null) {
        await api.createFeature(key);
      }
      return found === null;
    },
  );
}
