import { type Static, Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { printable } from "../../core/text/printable.ts";
import { quote } from "../../core/text/quote.ts";
import { inEnvironment } from "../answers/answer-schemas.ts";
import { ExplainedFeatureAnswer } from "../answers/explained-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { parseFeatureKey } from "../options/feature-key-argument.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { questionOptions } from "../options/question-options.ts";
import { explainedAnswer } from "../output/explained-feature.ts";
import { explainedGateText } from "../output/explained-gate-text.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { gateNames } from "../output/gate-text.ts";
import { textTable } from "../output/text-table.ts";
import { warnOfUnknownFeatures } from "../output/unknown-features.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import type { ApiSenders, Target } from "../targets/api-target.ts";
import { dailySubcommand, type Layout } from "../targets/daily-subcommand.ts";

const key = {
  placeholder: "KEY",
  description: "A feature's key.",
  completion: "features" as const,
};
const keysMax = 100;

const { gates, ...checked } = ExplainedFeatureAnswer.properties;
const CheckedFeature = Type.Object({ ...checked, gates: Type.Optional(gates) });
type CheckedFeature = Immutable<Static<typeof CheckedFeature>>;

const CheckAnswer = Type.Object({
  ...inEnvironment,
  actors: Type.Array(Type.String()),
  features: Type.Array(CheckedFeature, { description: "`gates` exist with --why." }),
});
type CheckAnswer = Immutable<Static<typeof CheckAnswer>>;

interface Question {
  readonly keys: readonly string[];
  readonly actors: readonly string[];
  readonly groups: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

type Checked = Pick<CheckAnswer, "environment" | "features">;

const enabledCode = 0;
const disabledCode = 1;
const unknownAnswerCode = 2;

/**
 * `gatehouse check` (docs/cli.md#check). Exit code 0 if all features are enabled, 1 if not, 2 if
 * unknown.
 */
export function checkSubcommand(senders: ApiSenders) {
  const { actors, groups, properties, why } = questionOptions;
  return dailySubcommand(senders, {
    json: CheckAnswer,
    name: "check",
    summary:
      "Checks whether features are enabled for an actor. Exit code 0 if all of them are, 1 if not, 2 if " +
      "the result is unknown.",
    examples: [
      {
        line: "gatehouse check search --actor 'User;42' && echo yes",
        text: "Checks one actor; the exit code is the answer.",
      },
      {
        line: "gatehouse check search --actor 'User;42' --property plan=pro --property seats:=14 --why",
        text: "Shows which gates match an actor with these properties, and why.",
      },
    ],

    options: [actors, groups, properties, why],
    positionals: [key, { ...key, description: "More features.", optional: true }],
    repeats: true,
    failureCode: unknownAnswerCode,
    work: async (call) => {
      const { given, place } = call;
      const question = questionOf(given);
      const isExplained = given.valueOf(why);
      const { environment, features } = await adminOrPublic(
        () => ask(place, question, isExplained),
        () => askPublicApi(place, question, isExplained),
      );
      const unknown = features.filter(({ known }) => !known);
      await warnOfUnknownFeatures(
        call,
        unknown.map((feature) => feature.key),
      );
      return { environment, actors: question.actors, features };
    },
    code: ({ features }) =>
      features.every((feature) => feature.enabled) ? enabledCode : disabledCode,
    text: checkText,
  });
}

function questionOf(given: Arguments): Question {
  const keys = [
    ...new Set(
      given.positionals.map((_, index) => positionalValue(given, index, key, parseFeatureKey)),
    ),
  ];
  if (keys.length > keysMax) {
    throw new ConfigError(`at most ${keysMax} features can be checked in one command`);
  }
  const actors = given.valueOf(questionOptions.actors);
  const properties = given.valueOf(questionOptions.properties);
  if (actors.length === 0 && properties.length > 0) {
    throw new ConfigError("--property belongs to an actor; name it with --actor");
  }
  const names = new Set(properties.map(({ name }) => name));
  if (names.size < properties.length) {
    throw new ConfigError("--property names one property twice");
  }
  return {
    keys,
    actors,
    groups: given.valueOf(questionOptions.groups),
    properties: Object.fromEntries(properties.map(({ name, value }) => [name, value])),
  };
}

async function ask(
  { admin, at, in: query }: Target,
  question: Question,
  isExplained: boolean,
): Promise<Checked> {
  const { features } = await admin.call("POST /environments/:environment/explain", {
    ...{ params: at, query },
    body: question,
  });
  return {
    environment: admin.environment,
    features: isExplained
      ? features.map(explainedAnswer)
      : features.map(({ key: each, known, enabled }) => ({ key: each, known, enabled })),
  };
}

/** URLs drop these path segments, so the public route cannot take such an actor. */
const dots: ReadonlySet<string> = new Set([".", ".."]);

/** The public API answers for one actor only. */
async function askPublicApi(
  { api }: Target,
  { keys, actors, groups, properties }: Question,
  isExplained: boolean,
): Promise<Checked> {
  const [actor, ...others] = actors;
  const isPlain =
    others.length === 0 && groups.length === 0 && Object.keys(properties).length === 0;
  if (actor === undefined || !isPlain || isExplained || dots.has(actor)) {
    throw new CommandRefusal(
      "this server only answers for one --actor, without --group, --property and --why",
    );
  }
  const enabled = await api.check(actor, keys);
  const isEach = keys.every((each) => enabled.get(each) === true);
  const known = isEach ? null : new Set(await api.keys(keys));
  const features = keys.map((each) => ({
    key: each,
    known: known?.has(each) ?? true,
    enabled: enabled.get(each) === true,
  }));
  return { environment: null, features };
}

function checkText({ features, actors }: CheckAnswer, layout: Layout): string {
  return features.some((feature) => feature.gates !== undefined)
    ? features.map((feature) => explainedText(feature, actors, layout)).join("\n")
    : checkTable(features, layout);
}

function checkTable(features: readonly CheckedFeature[], { columns, paint }: Layout): string {
  const answer = (feature: CheckedFeature | undefined) =>
    feature?.enabled === true ? "enabled" : "disabled";
  if (features.length === 1) {
    const [feature] = features;
    return `${paint(feature?.enabled === true ? "good" : "faint", answer(feature))}\n`;
  }
  return textTable(
    ["FEATURE", "ANSWER"],
    features.map((feature) => [feature.key, answer(feature)]),
    columns,
    (text, row, column) =>
      column === 1 ? paint(features[row]?.enabled === true ? "good" : "faint", text) : text,
  );
}

/** The result, and one line for each gate: its name, whether it matches, and why. */
function explainedText(
  { key: name, known, enabled, gates: explained = [] }: CheckedFeature,
  actors: readonly string[],
  { paint, where }: Layout,
): string {
  const whom = actors.length === 0 ? "without an actor" : `for ${printable(actors.join(", "))}`;
  const answer = enabled ? paint("good", "enabled") : paint("faint", "disabled");
  const head = `${printable(name)} is ${answer} ${whom} ${where}\n`;
  if (!known) {
    return `${head}  there is no feature ${quote(name)}\n`;
  }
  const width = Math.max(...explained.map(({ gate }) => gateNames[gate].length));
  const lines = explained.map((gate) => {
    const state = gate.opens ? paint("good", "matches ") : paint("faint", "no match");
    return `  ${gateNames[gate.gate].padEnd(width)}  ${state}  ${printable(explainedGateText(gate))}\n`;
  });
  return head + lines.join("");
}
