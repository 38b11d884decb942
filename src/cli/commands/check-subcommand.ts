import { type Static, Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { printable } from "../../core/text/printable.ts";
import { quote } from "../../core/text/quote.ts";
import { ExplainedFeatureAnswer } from "../answers/explained-answers.ts";
import { inEnvironment } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { parseFeatureKey } from "../options/feature-key-argument.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { pastOption, questionOptions } from "../options/question-options.ts";
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
  /** A time of the past, in milliseconds since the epoch. */
  readonly at?: number;
}

type Checked = Pick<CheckAnswer, "environment" | "features">;

const enabledCode = 0;
const disabledCode = 1;
const unknownAnswerCode = 2;

/**
 * `gatehouse check` (docs/cli.md#check). Exit code 0 if all features are enabled, 1 if not, 2 if
 * unknown. `now` is in milliseconds since the epoch.
 */
export function checkSubcommand(senders: ApiSenders, now: () => number) {
  const atOption = pastOption(now);
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
      {
        line: "gatehouse check search --actor 'User;42' --why --at 2026-11-24T14:00:00Z",
        text: "Shows what the actor got at a time of the past, and why.",
      },
    ],

    options: [actors, groups, properties, why, atOption],
    positionals: [key, { ...key, description: "More features.", optional: true }],
    repeats: true,
    failureCode: unknownAnswerCode,
    work: async (call) => {
      const { given, place } = call;
      const question = { ...questionOf(given), ...atIn(given.valueOf(atOption)) };
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
    exitCode: ({ features }) => codeOf(features),
    text: checkText,
  });
}

function codeOf(features: readonly CheckedFeature[]): number {
  if (features.some(({ enabled, chance }) => !enabled && chance !== true)) {
    return disabledCode;
  }
  return features.some(({ chance }) => chance === true) ? unknownAnswerCode : enabledCode;
}

function atIn(at: number | undefined): Pick<Question, "at"> {
  return at === undefined ? {} : { at };
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
      : features.map(({ gates: _gates, ...feature }) => feature),
  };
}

/** URLs drop these path segments, so the public route cannot take such an actor. */
const dots: ReadonlySet<string> = new Set([".", ".."]);

/** The public API answers for one actor only. */
async function askPublicApi(
  { api }: Target,
  { keys, actors, groups, properties, at }: Question,
  isExplained: boolean,
): Promise<Checked> {
  const [actor, ...others] = actors;
  const isPlain =
    others.length === 0 && groups.length === 0 && Object.keys(properties).length === 0;
  if (actor === undefined || !isPlain || isExplained || at !== undefined || dots.has(actor)) {
    throw new CommandRefusal(
      "this server only answers for one --actor, without --group, --property, --why and --at",
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
  const [feature, ...others] = features;
  if (feature !== undefined && others.length === 0) {
    return `${paint(lookOf(feature), answerOf(feature))}\n`;
  }
  return textTable(
    ["FEATURE", "ANSWER"],
    features.map((each) => [each.key, answerOf(each)]),
    columns,
    (text, row, column) => {
      const shown = column === 1 ? features[row] : undefined;
      return shown === undefined ? text : paint(lookOf(shown), text);
    },
  );
}

type Result = Pick<CheckedFeature, "enabled" | "chance">;

function answerOf({ enabled, chance }: Result): string {
  if (chance === true) {
    return "chance";
  }
  return enabled ? "enabled" : "disabled";
}

function lookOf({ enabled, chance }: Result): "good" | "faint" {
  return enabled && chance !== true ? "good" : "faint";
}

/** The result, and one line for each gate: its name, whether it matches, and why. */
function explainedText(
  { key: name, known, gates: explained = [], ...result }: CheckedFeature,
  actors: readonly string[],
  { paint, where }: Layout,
): string {
  const whom = actors.length === 0 ? "without an actor" : `for ${printable(actors.join(", "))}`;
  const words = result.chance === true ? "decided by chance" : answerOf(result);
  const answer = paint(lookOf(result), words);
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
