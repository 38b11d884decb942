import { Type } from "@sinclair/typebox";
import { switchOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { orNull, toTimestamp } from "../answers/json-schemas.ts";
import { projectOption } from "../options/common-options.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

export const retireOption = switchOption({
  flag: "retire",
  description:
    "Keeps the key retired: applications can neither create nor enable the feature again, and are not " +
    "disturbed at their start.",
});

const RetiredKeyJson = Type.Object({
  key: Type.String(),
  retired_at: Type.String(),
  by: Type.String({ description: "The name of the person or the token." }),
  reason: orNull(Type.String(), "Null without one."),
});

const state = {
  placeholder: "STATE",
  description: "on: deletions retire the key; off: only deletions that ask for it.",
  values: ["on", "off"] as const,
};

/** `gatehouse feature retired` (docs/cli.md#feature-retired). */
export function featureRetiredSubcommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "retired",
    summary: "Lists the retired keys of a project: keys of deleted features that stay unused.",
    examples: [{ line: "gatehouse feature retired", text: "Lists the retired keys." }],
    options: [projectOption],
    positionals: [],
    json: Type.Object({
      retire_on_delete: Type.Boolean({
        description: "Whether deletions retire the key unless they say otherwise.",
      }),
      keys: Type.Array(RetiredKeyJson),
    }),
    async work({ admin, query }) {
      let page = await admin.call("GET /retired-keys", { query });
      const keys = [...page.keys];
      while (page.next !== null) {
        page = await admin.call("GET /retired-keys", { query: { ...query, after: page.next } });
        keys.push(...page.keys);
      }
      return {
        retire_on_delete: page.retireOnDelete,
        keys: keys.map(({ key, retiredAt, author, reason }) => ({
          key,
          retired_at: toTimestamp(retiredAt),
          by: author.name,
          reason,
        })),
      };
    },
    text: ({ keys }, columns) =>
      tableOf(columns, keys, [
        ["KEY", ({ key }) => key],
        ["RETIRED", ({ retired_at }) => formatMinute(retired_at)],
        ["BY", ({ by }) => by],
        ["WHY", ({ reason }) => reason ?? ""],
      ]),
  });
}

/** `gatehouse feature free` (docs/cli.md#feature-free). */
export function featureFreeSubcommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "free",
    summary: "Frees a retired key, so that a feature can have it again.",
    examples: [
      { line: "gatehouse feature free old_search", text: "Lets applications create it again." },
    ],
    options: [projectOption],
    positionals: [featureKey],
    json: Type.Object({ key: Type.String() }),
    async work({ given, admin, query }) {
      const key = featureKeyIn(given);
      await admin.call("DELETE /retired-keys", { query: { ...query, key } });
      return { key };
    },
    text: ({ key }) => `freed ${printable(key)}\n`,
  });
}

/** `gatehouse feature retire-on-delete` (docs/cli.md#feature-retire-on-delete). */
export function featureRetireOnDeleteSubcommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "retire-on-delete",
    summary:
      "Chooses whether every deletion retires the key, also those of Flipper clients. Imports never do.",
    examples: [
      {
        line: "gatehouse feature retire-on-delete on",
        text: "Keeps the keys of deleted features.",
      },
    ],
    options: [projectOption],
    positionals: [state],
    json: Type.Object({ retire_on_delete: Type.Boolean() }),
    async work({ given, admin, query }) {
      const isOn = positionalValue(given, 0, state, parseOneOf(...state.values)) === "on";
      await admin.call("PUT /retired-keys/policy", { query, body: { retireOnDelete: isOn } });
      return { retire_on_delete: isOn };
    },
    text: ({ retire_on_delete: isOn }) =>
      isOn ? "deletions retire the key\n" : "deletions retire the key only if they ask for it\n",
  });
}
