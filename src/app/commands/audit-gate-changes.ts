import { changeGates, changeValue, type GateChange } from "../../core/evaluation/gate-change.ts";
import { diffGates } from "../../core/evaluation/gate-diff.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import { differenceOfChange } from "../../core/model/difference-of.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";
import { recordAudit, recordAudits } from "./record-audit.ts";

const pinned: GateDifference = Object.freeze({ kind: "pinned" });
const none: GateDifference = Object.freeze({ kind: "none" });
const flipped: GateDifference = Object.freeze({ kind: "flipped" });

/** Audits one change of gates; `pins` if the environment had no own gates before it. */
export function auditGateChange(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  { change, before, after, pins }: WrittenChange,
): void {
  recordAudit(draft, caller, {
    action: change.action,
    feature,
    value: changeValue(change),
    difference: pins ? pinned : differenceOfChange(before, after, change),
  });
}

interface WrittenChange {
  readonly change: GateChange;
  readonly before: Gates;
  readonly after: Gates;
  readonly pins: boolean;
}

/** Gates that were replaced as a whole. */
export interface WrittenGates {
  /** The gates in force before. */
  readonly before: Gates;
  readonly after: Gates;
  /** Whether the environment had no own gates before. */
  readonly pins: boolean;
}

/**
 * Audits gates that were replaced as a whole, as changes that lead to them, in steps of one action.
 * If an environment gets own gates that equal Production's, there is an audit for each value.
 */
export function* auditWrittenGates(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  { before, after, pins }: WrittenGates,
): Generator<void, void> {
  const changes = diffGates(before, after);
  const isSame = changes.length === 0;
  let start = before;
  let isPinning = pins;
  for (const group of groupsOfActions(isSame ? changesFromClosed(after) : changes)) {
    const rest = isPinning ? group.slice(1) : group;
    if (isPinning) {
      auditGroup(draft, caller, feature, group.slice(0, 1), pinned);
      isPinning = false;
    }
    const [first] = rest;
    if (first !== undefined) {
      auditGroup(draft, caller, feature, rest, isSame ? none : differenceOf(start, first));
    }
    start = afterReset(start, group);
    yield;
  }
}

/** Only a reset affects the gates that later changes start from: each other gate has one change. */
function afterReset(gates: Gates, [first]: readonly GateChange[]): Gates {
  return first?.action === "enable" || first?.action === "disable"
    ? changeGates(gates, first)
    : gates;
}

/** The changes of `diffGates` really change something, so members need not be looked up. */
function differenceOf(before: Gates, change: GateChange): GateDifference {
  switch (change.action) {
    case "enable_actor":
    case "disable_actor":
    case "enable_group":
    case "disable_group":
      return flipped;
    default:
      return differenceOfChange(before, changeGates(before, change), change);
  }
}

function auditGroup(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  changes: readonly GateChange[],
  difference: GateDifference,
): void {
  const [first] = changes;
  if (first !== undefined) {
    const values = changes.map(changeValue);
    recordAudits(draft, caller, { action: first.action, feature, values, difference });
  }
}

/** Consecutive changes of one action, such as for all new actors of a gate. */
function* groupsOfActions(changes: readonly GateChange[]): Generator<readonly GateChange[], void> {
  let start = 0;
  for (const [index, { action }] of changes.entries()) {
    if (changes[index + 1]?.action !== action) {
      yield changes.slice(start, index + 1);
      start = index + 1;
    }
  }
}

/** The audits of own gates that equal Production's: one for each value. */
function changesFromClosed(gates: Gates): readonly GateChange[] {
  const changes = diffGates(closedGates, gates);
  return changes.length > 0 ? changes : [{ action: "clear" }];
}
