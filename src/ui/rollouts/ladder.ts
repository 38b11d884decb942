import type { RolloutRow } from "../../api/admin/contract/rollout-models.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { changeWords, durationWords, secondsUntil, timeNear, waitWords } from "./step-words.ts";

const { rollout: words } = rolloutsTexts;
const secondMs = 1_000;
const hundred = 100;

/** `halt`: the step at which a guard or a person ended the rollout. */
export type RungState = "done" | "now" | "held" | "halt" | "later";

/** One step of a rollout, as it is drawn. */
export interface Rung {
  readonly state: RungState;
  readonly change: string;
  /** The part of the note that matters now; empty for none. */
  readonly lead: string;
  readonly note: string;
  /** How much of the step is over, from 0 to 100. */
  readonly percent: number;
}

type Drawn = Pick<RolloutRow, "state" | "step" | "steps" | "hold" | "nextAt" | "endedAt">;

export function rungsOf(rollout: Drawn, now: number): readonly Rung[] {
  return rollout.steps.map((step, index) => {
    const state = rungState(rollout, index);
    return {
      ...{ state, change: changeWords(step.change), lead: "", note: "", percent: 0 },
      ...rungNote(rollout, index, state, now),
    };
  });
}

function rungState({ state, step, hold }: Drawn, index: number): RungState {
  if (index < step || (index === step && state === "done")) {
    return "done";
  }
  if (index > step) {
    return "later";
  }
  if (state === "stopped") {
    return "halt";
  }
  return state === "held" && hold !== null ? "held" : "now";
}

function rungNote(
  rollout: Drawn,
  index: number,
  state: RungState,
  now: number,
): Partial<Pick<Rung, "lead" | "note" | "percent">> {
  const { steps, hold, endedAt } = rollout;
  switch (state) {
    case "done": {
      const until = steps[index + 1]?.enteredAt ?? endedAt;
      return { note: pastNote(steps[index]?.for ?? null, until, now), percent: hundred };
    }
    case "halt":
      return { lead: endedAt === null ? "" : fill(words.stoppedHere, at(endedAt, now)) };
    case "held":
      return { lead: hold === null ? "" : fill(words.heldHere, at(hold.at, now)) };
    case "now":
      return currentNote(rollout, index, now);
    case "later":
      return { note: comingNote(rollout, index, now) };
  }
}

function pastNote(seconds: number | null, until: number | null, now: number): string {
  if (until === null) {
    return "";
  }
  return seconds === null
    ? fill(words.pastNoWait, at(until, now))
    : fill(words.past, { duration: durationWords(seconds), ...at(until, now) });
}

function currentNote(rollout: Drawn, index: number, now: number): ReturnType<typeof rungNote> {
  const step = rollout.steps[index];
  const { nextAt, state } = rollout;
  if (step === undefined || state !== "running") {
    return { note: words.here };
  }
  const { for: seconds, enteredAt } = step;
  const waits = waitWords({ ...step, for: null });
  if (seconds === null) {
    return { note: waits };
  }
  const left = nextAt === null ? 0 : secondsUntil(nextAt, now);
  const duration = durationWords(seconds);
  if (left === 0) {
    return {
      lead: waits,
      note: fill(words.over, { duration }),
      percent: hundred,
    };
  }
  const passed = enteredAt === null ? 0 : seconds - left;
  return {
    lead: fill(words.left, { left: durationWords(left) }),
    note: fill(words.ofDuration, { duration }),
    percent: Math.round(Math.min(1, Math.max(0, passed / seconds)) * hundred),
  };
}

function comingNote(rollout: Drawn, index: number, now: number): string {
  const step = rollout.steps[index];
  if (step === undefined || rollout.state === "stopped") {
    return words.notMade;
  }
  const isLast = index === rollout.steps.length - 1;
  const rest = waitWords(step) || (isLast ? words.thenDone : "");
  return step.plannedAt === null ? rest : fill(words.planned, { ...at(step.plannedAt, now), rest });
}

function at(time: number, now: number): { readonly time: string } {
  return { time: timeNear(time, now) };
}

/** The line under the steps: what happens next, and when. */
export function nextLine(rollout: Drawn & Pick<RolloutRow, "guards">, now: number): string {
  const { state, step, steps, nextAt, guards } = rollout;
  if (state === "paused") {
    return words.next.paused;
  }
  if (state !== "waiting" && state !== "running") {
    return "";
  }
  const next = steps[step + 1];
  const isSoon = nextAt === null || nextAt - now < secondMs;
  const time = nextAt === null ? "" : timeNear(nextAt, now);
  if (step < 0 && next !== undefined) {
    const change = changeWords(next.change);
    return isSoon
      ? fill(words.next.firstSoon, { change })
      : fill(words.next.first, { change, time });
  }
  const what =
    next === undefined
      ? isSoon
        ? words.next.doneSoon
        : fill(words.next.done, { time })
      : isSoon
        ? fill(words.next.stepSoon, { change: changeWords(next.change) })
        : fill(words.next.step, { change: changeWords(next.change), time });
  const current = steps[step];
  const conditions = [
    ...(typeof current?.sample === "number"
      ? [fill(words.next.checks, { count: formatNumber(current.sample) })]
      : []),
    ...(current?.approval === true ? [words.person] : []),
    ...(guards.length > 0 ? [next === undefined ? words.next.last : words.next.guard] : []),
  ];
  return `${[what, ...conditions].join(", ")}.`;
}

/** Why a rollout is held, in a sentence. */
export function holdSentence({ kind, guard }: NonNullable<RolloutRow["hold"]>): string {
  const text = words.held[kind];
  return text.replaceAll("{guard}", () => guard ?? "");
}
