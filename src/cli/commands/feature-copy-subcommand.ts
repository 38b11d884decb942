import { type Static, Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { mandatoryOption } from "../../config/option.ts";
import { printable } from "../../core/text/printable.ts";
import { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { changeOptions, whyIn } from "../options/why-option.ts";
import { counted } from "../output/counted-text.ts";
import { openFor } from "../output/gate-text.ts";
import { type ApiSenders, isOneCaller } from "../targets/api-target.ts";
import { twoTargetsSubcommand } from "../targets/two-targets-subcommand.ts";
import { changesMax } from "./change-gates.ts";
import { copyBetween, copyHere } from "./feature-copy-work.ts";

const fromOption = environmentOption("from", "The slug of the environment to copy the gates from.");
const toOption = environmentOption("to", "The slug of the environment to copy the gates to.");

const CopiedFeature = Type.Object({
  from: Type.String({ description: "The slug of an environment." }),
  to: Type.String({ description: "The slug of an environment." }),
  change_count: Type.Integer({ description: "How many gate values were changed." }),
  pinned: Type.Boolean({
    description: "Whether the second environment followed Production for this feature before.",
  }),
  ...FeatureAnswer.properties,
});

type CopiedFeature = Immutable<Static<typeof CopiedFeature>>;

/** `gatehouse feature copy` (docs/cli.md#feature-copy). */
export function featureCopySubcommand(senders: ApiSenders) {
  return twoTargetsSubcommand(senders, environments, {
    json: CopiedFeature,
    name: "copy",
    summary: "Copies the gates of a feature from one environment to another.",
    examples: [
      {
        line: "gatehouse feature copy search --from staging --to production",
        text: "Releases a feature as it was tried in staging.",
      },
    ],

    options: [fromOption, toOption, ...changeOptions],
    positionals: [featureKey],
    work: async ({ given, output, place: { source, target } }) => {
      const [from, to] = environments(given);
      const copy = { source, target, key: featureKeyIn(given), why: whyIn(given) };
      const { feature, changeCount, isPinned } = isOneCaller(given)
        ? await copyHere(copy)
        : await copyBetween(copy, (count) =>
            output.err(
              `gatehouse: ${counted(count, "change")} are sent in steps of ${changesMax}; if this is ` +
                "interrupted, run it again\n",
            ),
          );
      return {
        ...{ from, to },
        change_count: changeCount,
        pinned: isPinned,
        ...feature,
      };
    },
    text: copiedText,
  });
}

function environments(given: Arguments): readonly [string, string] {
  return [given.valueOf(fromOption), given.valueOf(toOption)];
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
        `${counted(count, "change")}: enabled for ${printable(openFor(feature))}`;
  return `${copied}${pinned ? `; ${printable(to)} no longer follows Production for it` : ""}\n`;
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
