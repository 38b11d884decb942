import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { listOption, optionalOption, switchOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { jsonLoss } from "../../core/text/lossy-json.ts";
import { quote } from "../../core/text/quote.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import { changesMax } from "../commands/change-gates.ts";
import { counted } from "../output/counted-text.ts";
import { readTextFile } from "../output/text-files.ts";

const percent = parseInteger(0, 100);
/** The same limits as in the API (docs/api.md#expressions, docs/api.md#names-in-paths). */
const expressionBytesMax = 64 * 1024;
const nameLengthMax = 1024;

function parseName(text: string) {
  return text === "" || text.length > nameLengthMax
    ? { reason: `must be a text of 1 to ${nameLengthMax} characters` }
    : { value: text };
}

/**
 * The gates that `feature enable` and `feature disable` change, with the flags of Flipper's own
 * command line.
 */
export const gateOptions = {
  actors: listOption({
    flag: "actor",
    short: "a",
    placeholder: "ID",
    description: "An actor, such as 'User;42'.",
    parse: parseName,
  }),
  groups: listOption({
    flag: "group",
    short: "g",
    placeholder: "GROUP",
    description: "A group of actors.",
    parse: parseName,
  }),
  percentageOfActors: optionalOption({
    flag: "percentage-of-actors",
    short: "p",
    placeholder: "PERCENT",
    description: "A percentage of actors, 0 to 100. When it grows, no actor loses the feature.",
    parse: percent,
  }),
  percentageOfTime: optionalOption({
    flag: "percentage-of-time",
    short: "t",
    placeholder: "PERCENT",
    description: "A percentage of the time, 0 to 100: each check is random.",
    parse: percent,
  }),
  expression: optionalOption({
    flag: "expression",
    short: "x",
    placeholder: "JSON|@FILE",
    description:
      "An expression as JSON, or @ and the path of a file with it; @- is the standard input.",
    parse: (value) => ({ value }),
  }),
} as const;

export const anyGroupOption = switchOption({
  flag: "allow-unregistered-groups",
  description: "Accepts a group that is not registered.",
});

/**
 * The requested changes in the order of the gates; the boolean gate without options. Rejects with a
 * ConfigError if an expression is not a JSON object. Also rejects more changes than one request may
 * have.
 */
export async function gateRequests(
  given: Arguments,
  action: GateRequest["action"],
): Promise<readonly [GateRequest, ...GateRequest[]]> {
  const { actors, groups, percentageOfActors, percentageOfTime, expression } = gateOptions;
  const percentages = [
    ["percentage_of_actors", given.valueOf(percentageOfActors)],
    ["percentage_of_time", given.valueOf(percentageOfTime)],
  ] as const;
  const text = given.valueOf(expression);
  const [first, ...others] = [
    ...given.valueOf(actors).map((value) => ({ gate: "actors", action, value }) as const),
    ...given.valueOf(groups).map((value) => ({ gate: "groups", action, value }) as const),
    ...percentages.flatMap(([gate, value]) =>
      value === undefined ? [] : [action === "enable" ? { gate, action, value } : { gate, action }],
    ),
    ...(text === undefined
      ? []
      : [
          action === "enable"
            ? ({ gate: "expression", action, value: await readExpression(text) } as const)
            : ({ gate: "expression", action } as const),
        ]),
  ];
  if (others.length >= changesMax) {
    throw new ConfigError(
      `at most ${counted(changesMax, "gate value")} can be changed in one step`,
    );
  }
  return first === undefined ? [{ gate: "boolean", action }] : [first, ...others];
}

const optionOf = {
  boolean: null,
  actors: gateOptions.actors,
  groups: gateOptions.groups,
  percentage_of_actors: gateOptions.percentageOfActors,
  percentage_of_time: gateOptions.percentageOfTime,
  expression: gateOptions.expression,
} as const satisfies Readonly<
  Record<GateRequest["gate"], { readonly flag?: string | undefined } | null>
>;

/** The option of a change: `--group "staff"`, `--expression`. */
export function optionText({ gate, value }: GateRequest): string {
  const option = optionOf[gate];
  if (option === null) {
    return gate;
  }
  return typeof value === "string" ? `--${option.flag} ${quote(value)}` : `--${option.flag}`;
}

async function readExpression(text: string): Promise<JsonObject> {
  const json = text.startsWith("@") ? await readTextFile(text.slice(1), expressionBytesMax) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`--expression must be JSON: ${reason}`);
  }
  const loss = jsonLoss(json);
  if (loss !== null) {
    throw new ConfigError(`--expression ${loss}`);
  }
  if (!isJsonObject(value)) {
    throw new ConfigError(
      '--expression must be a JSON object, such as {"Equal":[{"Property":["plan"]},"pro"]}',
    );
  }
  return value;
}
