import { type Static, Type } from "@sinclair/typebox";
import type { InputOf } from "../../api/admin/calls/admin-call.ts";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption, switchOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment, orNull } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { confirm, requireAnswerable, yesOption } from "../options/confirm-first.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { parseTime } from "../options/parse-time.ts";
import { changeOptions, whyIn } from "../options/why-option.ts";
import { actionText } from "../output/action-text.ts";
import { counted } from "../output/counted-text.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { type DailyCall, dailySubcommand, layoutIn } from "../targets/daily-subcommand.ts";
import { namingUnknownFeature } from "../targets/read-features.ts";

const toOption = optionalOption({
  flag: "to",
  placeholder: "AUDIT",
  description: "The id of an audit, as audit list shows it: the gates as they were right after it.",
  parse: parseInteger(1, Number.MAX_SAFE_INTEGER),
});
const dryRunOption = switchOption({
  flag: "dry-run",
  description: "Shows what would change, and changes nothing.",
});

const RolledBack = Type.Object({
  ...inEnvironment,
  key: Type.String(),
  feature: orNull(Type.String(), "What happens to the feature itself; null if it stays."),
  changes: Type.Array(Type.Object({ action: Type.String(), value: orNull(Type.String()) }), {
    description: "The first 100.",
  }),
  change_count: Type.Integer(),
  later_count: Type.Integer({ description: "How many later changes are undone." }),
  done: Type.Boolean(),
});
type RolledBack = Immutable<Static<typeof RolledBack>>;

/** `gatehouse feature rollback` (docs/cli.md#feature-rollback). `now` is in milliseconds since the epoch. */
export function featureRollbackSubcommand(senders: ApiSenders, now: () => number) {
  const atOption = optionalOption({
    flag: "at",
    placeholder: "TIME",
    description:
      "A time: the gates as they were then. RFC 3339, a date, or how long ago by this machine's " +
      "clock, such as 2h.",
    parse: parseTime(now),
  });
  return dailySubcommand(senders, {
    json: RolledBack,
    name: "rollback",
    summary:
      "Returns the gates of a feature to an earlier state. Shows the changes and asks first; the " +
      "rollback is audited and can be undone.",
    examples: [
      {
        line: "gatehouse feature rollback search --at 2h --dry-run",
        text: "Shows what a rollback to two hours ago would change.",
      },
      {
        line: "gatehouse feature rollback search --to 17 --yes",
        text: "Rolls the gates back to right after audit 17, without asking.",
      },
    ],

    options: [toOption, atOption, ...changeOptions, dryRunOption, yesOption],
    positionals: [featureKey],
    work: async (call) => {
      const { given, output, place } = call;
      const key = featureKeyIn(given);
      const moment = momentOf(given.valueOf(toOption), given.valueOf(atOption));
      const { isDryRun, isConfirmed } = modeOf(given);
      requireAnswerable(output, isDryRun || isConfirmed);
      // After this yes, the user need not type the key as in the web UI.
      const roll = (rest: RollbackMode) =>
        rollBack(call, { key, typed: key, ...moment, ...whyIn(given), ...rest });
      if (isConfirmed) {
        return (await roll({})).answer;
      }
      const { tag, answer } = await roll({ preview: true });
      if (isDryRun || isNothing(answer)) {
        return answer;
      }
      await place.release();
      output.err(rollbackText(answer, layoutIn(output, answer.environment)));
      await confirm(output, "Do this?");
      return (await roll({ tag })).answer;
    },
    text: rollbackText,
  });
}

type RollbackQuestion = InputOf<"POST /environments/:environment/rollback">["body"];
type RollbackMode = Pick<RollbackQuestion, "preview" | "tag">;

/** Rejects with a CommandRefusal for an unknown feature, with a suggestion. */
function rollBack({ place }: DailyCall, question: RollbackQuestion) {
  const { admin, at, in: query } = place;
  return namingUnknownFeature(place, question.key, async () => {
    const rolled = await admin.call("POST /environments/:environment/rollback", {
      ...{ params: at, query },
      body: question,
    });
    const { key, feature, changes, changeCount, laterCount, tag, done } = rolled;
    const answer: RolledBack = {
      environment: admin.environment,
      ...{ key, feature, changes },
      change_count: changeCount,
      later_count: laterCount,
      done,
    };
    return { tag, answer };
  });
}

function momentOf(to: number | undefined, at: number | undefined) {
  if (to !== undefined && at === undefined) {
    return { to };
  }
  if (at !== undefined && to === undefined) {
    return { at };
  }
  throw new ConfigError(
    to === undefined ? "--to or --at is missing" : "--to and --at contradict each other",
  );
}

function modeOf(given: Arguments) {
  return { isDryRun: given.valueOf(dryRunOption), isConfirmed: given.valueOf(yesOption) };
}

/** Changes of the feature itself. */
const featureChangeWords: Readonly<Record<string, string>> = {
  created: "the feature is created again",
  removed: "the feature is deleted",
  mirrored: "the environment follows Production again",
  overridden: "the environment gets its own gates",
};

function isNothing({ feature, change_count: count }: RolledBack): boolean {
  return feature === null && count === 0;
}

function rollbackText(answer: RolledBack, { where }: { readonly where: string }): string {
  const { done, changes, change_count: count, later_count: laterCount } = answer;
  const key = printable(answer.key);
  if (isNothing(answer)) {
    return `${key} has the gates of that moment ${where}; nothing to change\n`;
  }
  const head = done
    ? `rolled ${key} back ${where}:`
    : `a rollback of ${key} ${where} would do this:`;
  const lines = [
    ...(answer.feature === null ? [] : [featureChangeWords[answer.feature] ?? answer.feature]),
    ...changes.map(({ action, value }) => printable(actionText(action, value))),
    ...(count > changes.length ? [`and ${counted(count - changes.length, "more change")}`] : []),
  ];
  const later =
    laterCount === 0
      ? ""
      : `${done ? "took" : "this takes"} back ${counted(laterCount, "audit")}\n`;
  return `${head}\n${lines.map((line) => `  ${line}\n`).join("")}${later}`;
}
