import { Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { switchOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import { GuardJson, guardJson, RolloutJson, rolloutJson } from "../answers/rollout-json.ts";
import { textOption } from "../options/common-options.ts";
import { featureKey, featureKeyIn } from "../options/feature-key-argument.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import {
  atOption,
  guardOption,
  runLateOption,
  startIn,
  stepsOption,
  zoneOption,
} from "../options/rollout-options.ts";
import { requestOption, whyIn, whyOptions } from "../options/why-option.ts";
import { rolloutText, stepText } from "../output/rollout-text.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand } from "../targets/daily-subcommand.ts";

const id = {
  placeholder: "ID",
  description: "The rollout's id, as gatehouse rollout list shows it.",
};
const endedOption = switchOption({
  flag: "ended",
  description: "Lists the rollouts that have ended instead of the active ones.",
});
const featureOption = textOption({
  flag: "feature",
  placeholder: "KEY",
  description: "Lists the rollouts of this feature only.",
  completion: "features",
});
const parseId = parseInteger(1, Number.MAX_SAFE_INTEGER);
const Outcome = Type.Object({ rollout: RolloutJson });

/** `gatehouse rollout …` (docs/rollouts.md). */
export function rolloutSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "rollout",
    summary: "Starts, shows and controls rollouts: changes of a feature in steps.",
    commands: [
      startCommand(senders),
      listCommand(senders),
      showCommand(senders),
      ...transitionCommands(senders),
    ],
  };
}

function startCommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    name: "start",
    summary: "Starts a rollout of a feature, or plans it for a time with --at.",
    examples: [
      {
        line: "gatehouse rollout start search --steps 5%/1d,25%/1d,100%",
        text: "Enables search for 5% of actors now, 25% in a day, and all a day later.",
      },
      {
        line: "gatehouse rollout start search --steps 5%/1d,50% --guard checkout:+10%",
        text: "Returns to the gates before if checkouts with search fail over 10% more often.",
      },
    ],
    options: [
      stepsOption,
      guardOption,
      atOption,
      zoneOption,
      runLateOption,
      ...whyOptions,
      requestOption,
    ],
    positionals: [featureKey],
    json: Type.Object({ ...inEnvironment, ...Outcome.properties }),
    work: async ({ given, place }) => {
      const start = startIn(given);
      const { rollout } = await place.admin.call("POST /environments/:environment/rollouts", {
        params: place.at,
        query: place.in,
        body: {
          key: featureKeyIn(given),
          steps: given.valueOf(stepsOption),
          guards: given.valueOf(guardOption),
          ...(start === undefined ? {} : { start }),
          late: given.valueOf(runLateOption) ? "run" : "hold",
          ...whyIn(given),
        },
      });
      return { environment: place.admin.environment, rollout: rolloutJson(rollout) };
    },
    text: outcomeText,
  });
}

function listCommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    name: "list",
    summary: "Lists the active rollouts of an environment, or its latest ended ones.",
    examples: [
      { line: "gatehouse rollout list", text: "Lists the active rollouts of Production." },
    ],
    options: [endedOption, featureOption],
    positionals: [],
    json: Type.Object({ ...inEnvironment, rollouts: Type.Array(RolloutJson) }),
    work: async ({ given, place }) => {
      const key = given.valueOf(featureOption);
      const { rollouts } = await place.admin.call("GET /environments/:environment/rollouts", {
        params: place.at,
        query: {
          ...place.in,
          state: given.valueOf(endedOption) ? "ended" : "active",
          ...(key === undefined ? {} : { key }),
        },
      });
      return { environment: place.admin.environment, rollouts: rollouts.map(rolloutJson) };
    },
    text: ({ rollouts }, { columns }) =>
      tableOf(columns, rollouts, [
        ["ID", (rollout) => rollout.id],
        ["FEATURE", (rollout) => rollout.key],
        ["STATE", (rollout) => rollout.state],
        ["STEP", ({ step, steps }) => `${step} of ${steps.length}`],
        ["NEXT", (rollout) => formatMinute(rollout.next_at)],
        ["HELD BY", ({ hold }) => hold?.kind ?? ""],
        ["AUTHOR", (rollout) => rollout.author ?? ""],
        ["STARTED", (rollout) => formatMinute(rollout.started_at)],
      ]),
  });
}

function showCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "show",
    summary: "Shows a rollout: its steps with their times, its guards, and why it does not go on.",
    examples: [{ line: "gatehouse rollout show 3", text: "Shows where rollout 3 is." }],
    options: [],
    positionals: [id],
    json: Type.Object({
      ...Outcome.properties,
      guards: Type.Array(GuardJson),
    }),
    async work({ given, admin }) {
      const params = { rollout: idIn(given) };
      const { rollout } = await admin.call("GET /rollouts/:rollout", { params });
      const { guards } =
        rollout.guards.length === 0
          ? { guards: [] }
          : await admin.call("GET /rollouts/:rollout/guards", { params });
      return { rollout: rolloutJson(rollout), guards: guards.map(guardJson) };
    },
    text: ({ rollout, guards }, columns) => rolloutText(rollout, guards, columns),
  });
}

const transitions = [
  ["pause", "Pauses a rollout; the gates stay as they are."],
  ["resume", "Lets a paused or held rollout go on."],
  ["skip", "Makes the next step at once; needs --why."],
  ["stop", "Ends a rollout and restores the gates before it; needs --why."],
  ["adopt", "Becomes the author of a rollout whose author has left."],
] as const;

function transitionCommands(senders: ApiSenders) {
  return transitions.map(([name, summary]) =>
    adminSubcommand(senders, {
      name,
      summary,
      examples: [{ line: `gatehouse rollout ${name} 3 --why "Orders fail"`, text: summary }],
      options: name === "resume" ? [...whyOptions, requestOption] : whyOptions,
      positionals: [id],
      json: Outcome,
      async work({ given, admin }) {
        const { rollout } = await admin.call(`POST /rollouts/:rollout/${name}`, {
          params: { rollout: idIn(given) },
          body: whyIn(given),
        });
        return { rollout: rolloutJson(rollout) };
      },
      text: outcomeText,
    }),
  );
}

function idIn(given: Arguments): number {
  return positionalValue(given, 0, id, parseId);
}

function outcomeText({ rollout }: { readonly rollout: RolloutJson }): string {
  const next = rollout.next_at === null ? "" : `, next step ${formatMinute(rollout.next_at)} UTC`;
  return `rollout ${rollout.id}: ${rollout.state}, ${stepText(rollout)}${next}\n`;
}
