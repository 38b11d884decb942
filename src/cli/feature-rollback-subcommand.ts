import { type Static, Type } from "@sinclair/typebox";
import { RollbackAnswer } from "../api-client/gatehouse-answers.ts";
import type { RollbackQuestion } from "../api-client/gatehouse-client.ts";
import type { Immutable } from "../api-client/immutable.ts";
import type { Arguments } from "../config/arguments.ts";
import { ConfigError } from "../config/config-error.ts";
import { optionalOption, switchOption } from "../config/option.ts";
import { parseInteger } from "../config/value-parsers.ts";
import { printable } from "../text/printable.ts";
import { actionInWords } from "./action-words.ts";
import { inEnvironment } from "./answer-schemas.ts";
import type { ApiSenders } from "./api-place.ts";
import { confirm, requireAnswerable, yesOption } from "./ask-first.ts";
import { counted } from "./counted-words.ts";
import { dailySubcommand, layoutIn } from "./daily-subcommand.ts";
import { featureKey, featureKeyIn } from "./feature-key-argument.ts";
import { onKnownFeature } from "./known-feature.ts";
import { parseTime } from "./parse-time.ts";

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
  ...Type.Omit(RollbackAnswer, ["tag"]).properties,
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
      "Returns the gates of a feature to an earlier state. Shows what changes and asks first; the " +
      "rollback is audited, and can be taken back.",
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

    options: [toOption, atOption, dryRunOption, yesOption],
    positionals: [featureKey],
    work: async ({ given, output, place: { api, gatehouse, environment } }) => {
      const question = {
        key: featureKeyIn(given),
        moment: momentOf(given.valueOf(toOption), given.valueOf(atOption)),
      };
      const { isDryRun, isConfirmed } = modeOf(given);
      requireAnswerable(output, isDryRun || isConfirmed);
      const slug = await environment();
      const roll = async (rest: Pick<RollbackQuestion, "isDryRun" | "tag">) => {
        const { tag, ...answer } = await onKnownFeature(api, question.key, () =>
          gatehouse.rollback({ ...question, ...rest }),
        );
        return { tag, answer: { environment: slug, ...answer } };
      };
      if (isConfirmed) {
        return (await roll({ isDryRun: false })).answer;
      }
      const { tag, answer } = await roll({ isDryRun: true });
      if (isDryRun || isNothing(answer)) {
        return answer;
      }
      output.err(rollbackText(answer, layoutIn(output, slug)));
      await confirm(output, "Do this?");
      return (await roll({ isDryRun: false, tag })).answer;
    },
    text: rollbackText,
  });
}

function momentOf(to: number | undefined, at: string | undefined): RollbackQuestion["moment"] {
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

/** What happens beside the changes of gates. */
const fateWords: Readonly<Record<string, string>> = {
  created: "the feature is created again",
  removed: "the feature is deleted",
  mirrored: "the environment follows Production again",
  overridden: "the environment gets gates of its own",
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
    ...(answer.feature === null ? [] : [fateWords[answer.feature] ?? answer.feature]),
    ...changes.map(({ action, value }) => printable(actionInWords(action, value))),
    ...(count > changes.length ? [`and ${counted(count - changes.length, "more change")}`] : []),
  ];
  const later =
    laterCount === 0
      ? ""
      : `${done ? "took" : "this takes"} back ${counted(laterCount, "audit")}\n`;
  return `${head}\n${lines.map((line) => `  ${line}\n`).join("")}${later}`;
}
