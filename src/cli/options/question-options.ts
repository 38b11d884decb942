import { listOption, optionalOption, switchOption } from "../../config/option.ts";
import type { ParseResult } from "../../config/value-parsers.ts";
import { jsonLoss } from "../../core/text/lossy-json.ts";
import { parseTime } from "./parse-time.ts";

/** A property of an actor, for expressions. */
export interface Property {
  readonly name: string;
  readonly value: unknown;
}

export const questionOptions = {
  actors: listOption({
    flag: "actor",
    short: "a",
    placeholder: "ID",
    description:
      "The actor's id, such as 'User;42'. With several actors, a feature is enabled if it is " +
      "enabled for one of them.",
    parse: (value) => (value === "" ? { reason: "must not be empty" } : { value }),
  }),
  groups: listOption({
    flag: "group",
    short: "g",
    placeholder: "GROUP",
    description: "A group that the actor is in.",
    parse: (value) => ({ value }),
  }),
  properties: listOption({
    flag: "property",
    placeholder: "NAME=TEXT|NAME:=JSON",
    description: "A property of the actor: plan=pro is a text, seats:=14 is JSON, here a number.",
    parse: parseProperty,
  }),
  why: switchOption({
    flag: "why",
    description: "Shows for each gate whether it matches, and why.",
  }),
} as const;

/** A moment of the past; `now` is in milliseconds since the epoch. */
export function pastOption(now: () => number) {
  return optionalOption({
    flag: "at",
    placeholder: "TIME",
    description:
      "The features as they were at this time. RFC 3339, a date, or how long ago by this machine's " +
      "clock, such as 2h.",
    parse: parseTime(now),
  });
}

const form = /^(?<name>[^=]+?)(?<typed>:?)=(?<text>[\s\S]*)$/;

function parseProperty(text: string): ParseResult<Property> {
  const { name, typed, text: value = "" } = form.exec(text)?.groups ?? {};
  if (name === undefined) {
    return { reason: "must be NAME=TEXT or NAME:=JSON" };
  }
  if (typed === "") {
    return { value: { name, value } };
  }
  try {
    const parsed: unknown = JSON.parse(value);
    const loss = jsonLoss(value);
    return loss === null ? { value: { name, value: parsed } } : { reason: loss };
  } catch {
    return { reason: "must have JSON after :=, such as seats:=14 or beta:=true" };
  }
}
