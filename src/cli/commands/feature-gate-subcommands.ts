import { type Static, Type } from "@sinclair/typebox";
import type { Option } from "../../config/option.ts";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import { RolloutJson } from "../answers/rollout-json.ts";
import { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { anyGroupOption, gateOptions, gateRequests, optionText } from "../options/gate-options.ts";
import { atOption, startIn, zoneOption } from "../options/rollout-options.ts";
import { changeOptions, whyIn } from "../options/why-option.ts";
import { openFor, styleOfState } from "../output/gate-text.ts";
import { stepChangeText } from "../output/rollout-text.ts";
import { formatMinute } from "../output/text-table.ts";
import { withGroupRemedy } from "../output/unregistered-group.ts";
import type { Example } from "../subcommand.ts";
import { answeredEnvironment } from "../targets/admin-or-public.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";
import { namingUnknownFeature } from "../targets/read-features.ts";
import { changeFeatureGates } from "./change-gates.ts";
import { scheduleChange } from "./feature-schedule.ts";

const ChangedFeature = Type.Object({
  ...inEnvironment,
  created: Type.Boolean({ description: "Whether the command created the feature." }),
  ...FeatureAnswer.properties,
});
type ChangedFeature = Immutable<Static<typeof ChangedFeature>>;

const Planned = Type.Object({ ...inEnvironment, rollout: RolloutJson });
/** What `--at` plans is another answer. */
const Answer = Type.Union([ChangedFeature, Planned]);

const options = [
  atOption,
  zoneOption,
  ...changeOptions,
  gateOptions.actors,
  gateOptions.groups,
  gateOptions.percentageOfActors,
  gateOptions.percentageOfTime,
  gateOptions.expression,
];

/** `gatehouse feature enable` (docs/cli.md#feature-enable). */
export function featureEnableSubcommand(senders: ApiSenders) {
  return gateSubcommand(senders, {
    name: "enable",
    summary:
      "Enables a feature for some, as the options say, or for everyone without them. Creates a " +
      "feature that does not exist.",
    examples: [
      { line: "gatehouse feature enable search", text: "Enables a feature for everyone." },
      {
        line: "gatehouse feature enable search -p 5 -a 'User;42' -g staff",
        text: "Enables it for 5% of all actors, one actor and a group, in one step.",
      },
      {
        line: 'gatehouse feature enable search -x \'{"Equal":[{"Property":["plan"]},"pro"]}\'',
        text: "Enables it for actors whose property plan is pro.",
      },
      {
        line: "gatehouse feature enable search --at 2027-03-28T09:00 --zone Europe/Berlin",
        text: "Plans to enable it, as a rollout of one step.",
      },
    ],
    options: [...options, anyGroupOption],
    allowsAnyGroup: true,
  });
}

/** `gatehouse feature disable` (docs/cli.md#feature-disable). */
export function featureDisableSubcommand(senders: ApiSenders) {
  return gateSubcommand(senders, {
    name: "disable",
    summary:
      "Disables a feature for some, as the options say, or clears all its gates without them. It sets a " +
      "percentage to 0 and removes an expression, whatever the given value is.",
    examples: [
      { line: "gatehouse feature disable search", text: "Clears all gates of a feature." },
      {
        line: "gatehouse feature disable search -a 'User;42' -p 0",
        text: "Removes one actor and the percentage of actors, and leaves the other gates.",
      },
    ],
    options,
    allowsAnyGroup: false,
  });
}

interface GateCommand {
  readonly name: GateRequest["action"];
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly options: readonly Option<unknown>[];
  readonly allowsAnyGroup: boolean;
}

function gateSubcommand(senders: ApiSenders, { allowsAnyGroup, ...command }: GateCommand) {
  return dailySubcommand(senders, {
    json: Answer,
    ...command,
    positionals: [featureKey],
    work: async ({ given, output, place }) => {
      const key = featureKeyIn(given);
      const writes = await gateRequests(given, command.name);
      const start = startIn(given);
      if (start !== undefined) {
        const rollout = await scheduleChange(place, key, { writes, start, why: whyIn(given) });
        return { environment: place.admin.environment, rollout };
      }
      const { feature, created, isOneStep } = await namingUnknownFeature(place, key, () =>
        withGroupRemedy(place, () =>
          changeFeatureGates(place, key, writes, {
            // A misspelt key must not look like a successfully disabled feature.
            createsMissing: command.name === "enable",
            allowsAnyGroup: allowsAnyGroup && given.valueOf(anyGroupOption),
            nameOf: optionText,
            why: whyIn(given),
          }),
        ),
      );
      if (!isOneStep) {
        output.err(
          `gatehouse: this server takes one change at a time, so ${writes.length} changes were sent one by one\n`,
        );
      }
      return { environment: await answeredEnvironment(place), created, ...feature };
    },
    text: (answer, layout) =>
      "rollout" in answer ? plannedText(answer.rollout, layout) : changedText(answer, layout),
  });
}

/** What is planned: `search in production: enabled for everyone at 2027-03-28 07:00 UTC, rollout 3`. */
function plannedText({ id, key, steps, next_at: at }: RolloutJson, { where }: Layout): string {
  const changes = steps.map(({ change }) => stepChangeText(change)).join(", ");
  return `${printable(key)} ${where}: ${printable(changes)} at ${formatMinute(at)} UTC, rollout ${id}\n`;
}

/** The state of a feature after a change: `search is conditional in production: 5% of actors`. */
function changedText(feature: ChangedFeature, { paint, where }: Layout): string {
  const enabledFor = printable(openFor(feature));
  const state = paint(styleOfState(feature.state), feature.state);
  const created = feature.created ? `created ${printable(feature.key)}\n` : "";
  return `${created}${printable(feature.key)} is ${state} ${where}: enabled for ${enabledFor}\n`;
}
