import type {
  SentGuard,
  SentStart,
  SentStep,
} from "../../api/admin/contract/rollout-plan-models.ts";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { listOption, mandatoryOption, optionalOption, switchOption } from "../../config/option.ts";
import { type ParseResult, parseDuration, parseInteger } from "../../config/value-parsers.ts";
import { guardActions } from "../../core/model/rollout.ts";
import { quote } from "../../core/text/quote.ts";
import { secondMs } from "../../core/time-units.ts";

type StepChange = SentStep["change"];

const lasting = parseDuration("1m", "366d");
const percent = parseInteger(0, 100);
const sampleForm = /^(?<count>[1-9]\d{0,14})checks$/;

const stepForm =
  "5%, on or off, then what the next step waits for: a time such as /1d, /1000checks, or /approval";

/** Reads steps such as `5%/1d,25%/1d/1000checks,100%`. */
export function parseSteps(text: string): ParseResult<readonly SentStep[]> {
  const steps: SentStep[] = [];
  for (const part of text.split(",")) {
    const step = stepOf(part);
    if (typeof step === "string") {
      return { reason: `has the step ${quote(part)}, which ${step}` };
    }
    steps.push(step);
  }
  return { value: steps };
}

/** A step, or why it is none. */
function stepOf(text: string): SentStep | string {
  const [changed = "", ...waits] = text.split("/");
  const change = changeOf(changed);
  if (change === undefined) {
    return `must be ${stepForm}`;
  }
  const step: { change: StepChange; for?: number; sample?: number; approval?: boolean } = {
    change,
  };
  for (const wait of waits) {
    const sample = sampleForm.exec(wait)?.groups?.count;
    const time = lasting(wait);
    if (wait === "approval" && step.approval === undefined) {
      step.approval = true;
    } else if (sample !== undefined && step.sample === undefined) {
      step.sample = Number(sample);
    } else if ("value" in time && step.for === undefined) {
      step.for = time.value / secondMs;
    } else {
      return `cannot wait for ${quote(wait)}: it can wait for one time of 1m to 366d, one number of checks, and approval`;
    }
  }
  return step;
}

function changeOf(text: string): StepChange | undefined {
  if (text === "on" || text === "off") {
    return { kind: text === "on" ? "enable" : "disable" };
  }
  const value = text.endsWith("%") ? percent(text.slice(0, -1)) : undefined;
  return value !== undefined && "value" in value
    ? { kind: "percentage_of_actors", value: value.value }
    : undefined;
}

const risePattern = /^\+(?<share>\d{1,4}(?:\.\d{1,4})?)(?<unit>%|pp)$/;
const confidencePattern = /^(?<share>\d{2}(?:\.\d{1,2})?)%$/;
const percentMax = 100;

const guardForm =
  "must be a name, then a colon and what it does, such as checkout:+10%,hold: +10% (relative) or +0.5pp " +
  "(percentage points) of more errors are tolerated, 99% is the confidence, rest counts all but errors " +
  `as bad, and ${guardActions.join(", ")} is the action`;

/** Reads a guard such as `checkout:+10%,hold`. */
export function parseGuard(text: string): ParseResult<SentGuard> {
  const colon = text.lastIndexOf(":");
  const name = colon === -1 ? text : text.slice(0, colon);
  const words = colon === -1 ? [] : text.slice(colon + 1).split(",");
  const read = words.filter((word) => word !== "").map(guardPart);
  const parts = read.filter((part) => part !== undefined);
  const names = parts.flatMap((part) => Object.keys(part));
  if (name === "" || parts.length < read.length || new Set(names).size < names.length) {
    return { reason: guardForm };
  }
  const { relative, absolute, ...rest } = joined(parts);
  const tolerate = {
    ...(relative === undefined ? {} : { relative }),
    ...(absolute === undefined ? {} : { absolute }),
  };
  return {
    value: { name, ...rest, ...(Object.keys(tolerate).length === 0 ? {} : { tolerate }) },
  };
}

function joined(parts: readonly GuardParts[]): GuardParts {
  const entries = parts.flatMap((part) => Object.entries(part));
  return Object.fromEntries(entries);
}

interface GuardParts extends Pick<SentGuard, "bad" | "action" | "confidence"> {
  readonly relative?: number;
  readonly absolute?: number;
}

function guardPart(word: string): GuardParts | undefined {
  const action = guardActions.find((each) => each === word);
  if (action !== undefined) {
    return { action };
  }
  if (word === "rest") {
    return { bad: "rest" };
  }
  const { share, unit } = risePattern.exec(word)?.groups ?? {};
  if (share !== undefined) {
    const value = Number(share) / percentMax;
    return unit === "%" ? { relative: value } : { absolute: value };
  }
  const confidence = confidencePattern.exec(word)?.groups?.share;
  return confidence === undefined ? undefined : { confidence: Number(confidence) / percentMax };
}

export const stepsOption = mandatoryOption({
  flag: "steps",
  placeholder: "STEPS",
  description:
    "The steps, such as 5%/1d,25%/1d,100%: a percentage of actors, on or off, then what the next step waits " +
    "for: a time, a number of enabled checks such as 1000checks, or approval; required.",
  parse: parseSteps,
});

export const guardOption = listOption({
  flag: "guard",
  placeholder: "GUARD",
  description:
    "The name of outcomes to watch, and what more errors do: checkout:+10% tolerates 10 % more, then returns " +
    "to the gates before. checkout:+0.5pp,99%,hold only holds. May be repeated.",
  parse: parseGuard,
});

const localForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

export const atOption = optionalOption({
  flag: "at",
  placeholder: "TIME",
  description:
    "When it begins: a local time such as 2027-03-28T09:00, with --zone; at once unless given.",
  parse: (text) =>
    localForm.test(text)
      ? { value: text }
      : { reason: "must be a local time such as 2027-03-28T09:00" },
});

export const zoneOption = optionalOption({
  flag: "zone",
  placeholder: "ZONE",
  description: "The time zone of --at, such as Europe/Berlin or UTC.",
  parse: (text) => (text === "" ? { reason: "must be a time zone" } : { value: text }),
});

export const runLateOption = switchOption({
  flag: "run-late",
  description:
    "Makes a step that is more than an hour late, as after a time without a server; it is held unless given.",
});

/** The start that --at and --zone name; undefined for a start at once. Throws a ConfigError. */
export function startIn(given: Arguments): Extract<SentStart, { zone: string }> | undefined {
  const at = given.valueOf(atOption);
  const zone = given.valueOf(zoneOption);
  if (at === undefined && zone === undefined) {
    return undefined;
  }
  if (at === undefined || zone === undefined) {
    throw new ConfigError("--at and --zone need each other");
  }
  return { at, zone };
}
