import { GatehouseError, type Refusal } from "../../core/errors.ts";
import { isClosed } from "../../core/evaluation/gates.ts";
import { runSteps } from "../../core/evaluation/run-steps.ts";
import {
  type Bypass,
  bypassesMax,
  bypassReasonLengthMin,
  type Policy,
  turnedOffMax,
} from "../../core/model/approval-policy.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Change } from "../../core/model/change.ts";
import { ChangeRequestRequired } from "../../core/model/change-request-required.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Permit } from "../../core/model/permit.ts";
import { explained } from "../../core/model/reason-links.ts";
import { quote } from "../../core/text/quote.ts";
import { isLongerThan } from "../../core/text/text-length.ts";
import { hourMs } from "../../core/time-units.ts";
import { refuseDuringRollout } from "../rollouts/rollout-drift.ts";
import { commandsOfChanges } from "./commands-of-changes.ts";
import { directPermit } from "./may-pin.ts";
import { noteExplainedChange } from "./note-explained-change.ts";
import { type ProtectedChanges, protectedChanges } from "./protected-changes.ts";
import { recordAct } from "./record-act.ts";
import { requireValidCaller } from "./require-valid-caller.ts";

/** What is known of a change in addition to its caller. */
export interface PermitOptions {
  /** The audit that the change undoes. */
  readonly undoes?: number | undefined;
}

/** Turned off features of more keys are not remembered. */
const turnedOffKeysMax = 100;

/**
 * Runs a command for a caller, and gives it the permits that its changes need. A change with a reason
 * gets its act. Throws
 * `token_invalid` and as `requireSession` for a caller whose right has ended, and as
 * `permitChanges` and `refuseDuringRollout`.
 */
export function runAs<Answer>(draft: Draft, caller: Caller, work: () => Answer): Answer {
  requireValidCaller(draft, caller);
  try {
    const answer = work();
    permitChanges(draft, caller);
    refuseDuringRollout(draft, caller);
    runSteps(noteExplainedChange(draft, caller));
    return answer;
  } catch (error) {
    throw refusalOf(draft, caller, error);
  }
}

const confirmations: ReadonlySet<Refusal> = new Set(["confirmation_required", "name_wrong"]);

/**
 * The refusal of a command that failed. What needs approval is refused for that first: nobody types
 * a text for a change request.
 */
function refusalOf(draft: Draft, caller: Caller, error: unknown, options?: PermitOptions): unknown {
  if (error instanceof GatehouseError && confirmations.has(error.refusal)) {
    permitChanges(draft, caller, options);
  }
  return error;
}

/** As `runAs`, for work in steps. */
export function* runInStepsAs<Answer>(
  draft: Draft,
  caller: Caller,
  work: Generator<void, Answer>,
  options?: PermitOptions,
): Generator<void, Answer> {
  requireValidCaller(draft, caller);
  try {
    const answer = yield* work;
    permitChanges(draft, caller, options);
    refuseDuringRollout(draft, caller, options);
    yield* noteExplainedChange(draft, caller);
    return answer;
  } catch (error) {
    throw refusalOf(draft, caller, error, options);
  }
}

/**
 * Gives a command the permits for its recorded changes, by the policies before it. Throws
 * `change_request_required`, `reason_required`, and `role_required` for a bypass.
 */
export function permitChanges(draft: Draft, caller: Caller, options: PermitOptions = {}): void {
  const changes = protectedChanges(draft);
  for (const [environmentId, ofEnvironment] of changes) {
    const policy = draft.before.policies.get(environmentId);
    if (policy !== undefined && draft.permitOf(environmentId) === undefined) {
      const permit =
        directPermit(draft, caller, environmentId) ??
        closingPermit(caller, policy, ofEnvironment) ??
        undoPermit(draft, caller, policy, ofEnvironment, options);
      if (permit === null) {
        throw requestRequired(draft, caller, policy, changes);
      }
      requireReason(caller, policy, permit);
      draft.permit(environmentId, permit);
      note(draft, caller, policy, {
        permit,
        changes: ofEnvironment,
        isUndo: options.undoes !== undefined,
      });
    }
  }
}

/** A person may close gates of one environment, with a reason. */
function closingPermit(
  caller: Caller,
  { rules, environmentId }: Policy,
  changes: readonly Change[],
): Permit | null {
  const { reason, asksRequest } = caller;
  const isAsked = reason !== undefined && asksRequest !== true;
  return rules.turnOff && isAsked && isClosing(caller, environmentId, changes)
    ? { kind: "turn_off" }
    : null;
}

function isClosing(
  { token, environment }: Caller,
  environmentId: number,
  changes: readonly Change[],
): boolean {
  return (
    token === null &&
    environment.id === environmentId &&
    changes.every((change) => change.kind === "gates.written" && isClosed(change.after))
  );
}

/** Undoing a turn-off within an hour, while the gates are as they were after it. */
function undoPermit(
  { now }: Draft,
  { token, environment }: Caller,
  { environmentId, turnedOff, rules }: Policy,
  changes: readonly Change[],
  { undoes }: PermitOptions,
): Permit | null {
  const known = turnedOff.find(({ audit, at }) => audit === undoes && now - at <= hourMs);
  const isUndo =
    rules.turnOff &&
    token === null &&
    environment.id === environmentId &&
    known !== undefined &&
    changes.every(
      (change) =>
        (change.kind === "gates.written" || change.kind === "override.dropped") &&
        known.keys.includes(change.feature.key),
    );
  return isUndo ? { kind: "turn_off" } : null;
}

function requestRequired(
  draft: Draft,
  caller: Caller,
  { environmentId, rules }: Policy,
  changes: ProtectedChanges,
): GatehouseError {
  const name = quote(draft.before.environments.get(environmentId)?.name ?? "");
  const needsOnlyReason =
    rules.turnOff &&
    changes.size === 1 &&
    isClosing(caller, environmentId, changes.get(environmentId) ?? []);
  const { environment } = caller;
  const project = draft.before.projects.get(environment.projectId)?.name ?? "";
  return new ChangeRequestRequired(
    { environment, project },
    commandsOfChanges(draft, environment.id),
    needsOnlyReason
      ? `${name} is protected: send a reason to close the gates at once, or a change request`
      : `${name} is protected: this change needs an approved change request`,
  );
}

/** Throws `reason_required`. */
function requireReason({ token, reason }: Caller, { rules }: Policy, { kind }: Permit): void {
  if (
    kind === "bypass" &&
    !isLongerThan(explained(reason ?? null).reason ?? "", bypassReasonLengthMin - 1)
  ) {
    throw new GatehouseError("reason_required", {
      message: `A change without approval needs a reason of at least ${bypassReasonLengthMin} characters`,
      place: "reason",
    });
  }
  if (token === null && reason === undefined && rules.reason === "always") {
    throw new GatehouseError("reason_required", { place: "reason" });
  }
}

interface Permitted {
  readonly permit: Permit;
  readonly changes: readonly Change[];
  readonly isUndo: boolean;
}

/** Remembers a change without approval in the policy, with its event. */
function note(draft: Draft, caller: Caller, policy: Policy, permitted: Permitted): void {
  const { kind } = permitted.permit;
  if (kind === "direct" || permitted.isUndo) {
    return;
  }
  const { environmentId } = policy;
  const type = kind === "bypass" ? "change.bypassed" : "change.turned_off";
  const reason = caller.reason ?? null;
  const keys = keysOf(permitted.changes);
  recordAct(draft, { kind: type, actor: caller.actor, environmentId, reason, data: { keys } });
  const current = draft.state.policies.get(environmentId);
  if (current === undefined) {
    return;
  }
  const audit = draft.hasStep(environmentId) ? draft.stepOf(environmentId) : null;
  const noted = { type, actor: caller.actor, reason, keys } as const;
  const changed =
    kind === "bypass"
      ? withBypass(current, { audit, at: draft.now, actor: caller.actor, reason: reason ?? "" })
      : withTurnedOff(current, audit, draft.now, keys);
  draft.record({ kind: "policy.saved", policy: changed, noted });
}

function withBypass(policy: Policy, bypass: Bypass): Policy {
  return { ...policy, bypasses: [...policy.bypasses, bypass].slice(-bypassesMax) };
}

function withTurnedOff(
  policy: Policy,
  audit: number | null,
  at: number,
  keys: readonly string[],
): Policy {
  const recent = policy.turnedOff.filter((each) => at - each.at <= hourMs);
  return audit === null || keys.length > turnedOffKeysMax
    ? policy
    : { ...policy, turnedOff: [...recent, { audit, at, keys }].slice(-turnedOffMax) };
}

function keysOf(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.flatMap((change) => ("feature" in change ? change.feature.key : [])))];
}
