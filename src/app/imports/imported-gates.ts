import { GatehouseError } from "../../core/errors.ts";
import {
  actorIdLengthMax,
  closedGates,
  type Gates,
  groupNameLengthMax,
  groupsPerGateMax,
} from "../../core/evaluation/gates.ts";
import type { SortedSet } from "../../core/evaluation/sorted-set.ts";
import { expressionSizeMaxBytes, parseExpression } from "../../core/expressions/expression.ts";
import { planLimitBounds } from "../../core/model/plan.ts";
import type {
  OnPercentagesRounded,
  PercentageGate,
} from "../../core/percentages/rounded-percentages.ts";
import { isLongerThan } from "../../core/text/text-length.ts";
import { type ImportSteps, nextToken } from "./import-steps.ts";
import type { JsonScalar } from "./json-scalars.ts";
import type { JsonTokens } from "./json-tokens.ts";
import { readJsonObject } from "./read-json-object.ts";
import { SortedSetBuilder } from "./sorted-set-builder.ts";

/** The limits of an import that are known before the command runs. */
export interface ImportRules {
  /** Returns whether a group of this name can be enabled. */
  readonly allowsGroup: (group: string) => boolean;
  /** Called with each feature in order; throws a GatehouseError if it is one too many. */
  readonly addFeature: (key: string, gates: Gates) => void;
  /** More than the quotas allow; the command checks the quotas. */
  readonly featuresMax: number;
  readonly actorsPerGateMax: number;
  readonly onPercentagesRounded?: OnPercentagesRounded | undefined;
}

/** Rules that refuse only what no plan allows. */
export const noImportRules: ImportRules = {
  allowsGroup: () => true,
  addFeature: () => undefined,
  featuresMax: planLimitBounds.featuresPerProjectMax.maximum,
  actorsPerGateMax: planLimitBounds.actorsPerGateMax.maximum,
};

/** The rules of a preview: it rounds as the import does, and reports nothing. */
export function previewRules(rules: ImportRules): ImportRules {
  return rules.onPercentagesRounded === undefined
    ? rules
    : { ...rules, onPercentagesRounded: () => undefined };
}

type MutableGates = { -readonly [Gate in keyof Gates]: Gates[Gate] };

const quotedLengthMax = 64;

/**
 * Reads the value of a percentage, or records that it cannot be imported. `word` is the text of a
 * number or a literal.
 */
export type ReadPercentage = (
  gate: PercentageGate,
  value: JsonScalar | readonly never[],
  word: string,
) => number;

/**
 * Reads the gates of one feature of an import (docs/api.md#import-and-export). Missing gates have
 * their defaults. Throws a GatehouseError at the first gate that cannot be imported.
 */
export function* readImportedGates(
  tokens: JsonTokens,
  rules: ImportRules,
  readPercentage: ReadPercentage,
): ImportSteps<Gates> {
  if ((yield* nextToken(tokens)) !== "object") {
    throw invalid("its gates are not an object");
  }
  const gates: MutableGates = { ...closedGates };
  while ((yield* nextToken(tokens)) === "key") {
    const { key } = tokens;
    if (key === "percentage_of_actors") {
      gates.percentageOfActors = readPercentage(key, yield* readScalar(tokens), tokens.word);
    } else if (key === "percentage_of_time") {
      gates.percentageOfTime = readPercentage(key, yield* readScalar(tokens), tokens.word);
    } else {
      yield* readGate(tokens, gates, rules);
    }
  }
  return gates;
}

function* readGate(tokens: JsonTokens, gates: MutableGates, rules: ImportRules): ImportSteps<void> {
  switch (tokens.key) {
    case "boolean":
      gates.boolean = parseBoolean(yield* readScalar(tokens));
      return;
    case "expression":
      gates.expression = yield* readExpression(tokens);
      return;
    case "groups":
      gates.groups = yield* readSet(tokens, {
        what: "groups",
        sizeMax: groupsPerGateMax,
        lengthMax: groupNameLengthMax,
        check(group) {
          if (!rules.allowsGroup(group)) {
            throw invalid(groupNotRegistered(group));
          }
        },
      });
      return;
    case "actors":
      gates.actors = yield* readSet(tokens, {
        what: "actors",
        sizeMax: rules.actorsPerGateMax,
        lengthMax: actorIdLengthMax,
      });
      return;
    default: {
      const name = tokens.key;
      if (!(yield* isEmptyValue(tokens))) {
        throw invalid(`${quoted(name)} is not a gate`);
      }
    }
  }
}

/**
 * Whether a value is null, false, 0, an empty text, list or object: the gate is empty. Later
 * clients export gates that this version does not know.
 */
function* isEmptyValue(tokens: JsonTokens): ImportSteps<boolean> {
  const token = yield* nextToken(tokens);
  if (token === "value") {
    return !tokens.value;
  }
  const end = yield* nextToken(tokens, false);
  return end === "array_end" || end === "object_end";
}

export function groupNotRegistered(group: string): string {
  return `its group ${quoted(group)} is not registered in the project`;
}

/** Reads a value; an empty list represents any list or object, of which only the start is read. */
function* readScalar(tokens: JsonTokens): ImportSteps<JsonScalar | readonly never[]> {
  return (yield* nextToken(tokens)) === "value" ? tokens.value : [];
}

function parseBoolean(value: unknown): boolean {
  if (value === true || value === "true") {
    return true;
  }
  if (value === null || value === false || value === "false") {
    return false;
  }
  throw invalid('its boolean gate is not null, true, false, "true" or "false"');
}

function* readExpression(tokens: JsonTokens): ImportSteps<Gates["expression"]> {
  const token = yield* nextToken(tokens);
  if (token === "value" && tokens.value === null) {
    return null;
  }
  if (token !== "object") {
    return parseExpression(token === "value" ? tokens.value : []);
  }
  const object = yield* readJsonObject(tokens, expressionSizeMaxBytes);
  return Object.keys(object).length === 0 ? null : parseExpression(object);
}

interface SetRules {
  readonly what: string;
  readonly sizeMax: number;
  readonly lengthMax: number;
  readonly check?: (value: string) => void;
}

function* readSet(tokens: JsonTokens, rules: SetRules): ImportSteps<SortedSet> {
  const { what, sizeMax } = rules;
  const start = yield* nextToken(tokens);
  if (start === "value" && tokens.value === null) {
    return [];
  }
  if (start !== "array") {
    throw invalid(`its ${what} are not a list of at most ${sizeMax} values`);
  }
  const set = new SortedSetBuilder();
  let size = 0;
  const add = (value: JsonScalar) => {
    if (size === sizeMax) {
      throw invalid(`its ${what} are not a list of at most ${sizeMax} values`);
    }
    size++;
    set.add(memberOf(value, rules));
  };
  for (;;) {
    for (const value of tokens.takeScalars()) {
      add(value);
    }
    // Not with `nextToken`: one generator for each actor would double the time.
    let token = tokens.next();
    while (token === "text_needed") {
      yield token;
      token = tokens.next();
    }
    if (token === "array_end") {
      return yield* set.build();
    }
    add(token === "value" ? tokens.value : null);
  }
}

function memberOf(value: JsonScalar, { what, lengthMax, check }: SetRules): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "" || isLongerThan(text, lengthMax)) {
    throw invalid(`its ${what} must be texts of 1 to ${lengthMax} characters`);
  }
  check?.(text);
  return text;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, quotedLengthMax));
}

/** An error in one feature; the caller adds its name. */
function invalid(reason: string): GatehouseError {
  return new GatehouseError("import_invalid", { message: reason });
}
