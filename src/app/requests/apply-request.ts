import { GatehouseError } from "../../core/errors.ts";
import { policiesOf, standingOf } from "../../core/model/approvals.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { basesOf, requestHash } from "../../core/model/request-base.ts";
import type { State } from "../../core/model/state.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { callerOfAuthor } from "./request-author.ts";
import { isHeld } from "./request-checks.ts";
import { end } from "./request-saves.ts";
import { runCommands } from "./run-commands.ts";

/**
 * Applies an open request in one command, as its author: if the policies of now are met by votes on
 * exactly what is applied. Throws `request_drifted`, `request_not_approved`, `request_held`, `request_scheduled`, and what
 * the changes themselves would throw. `by` is null for the server itself.
 */
export function* applyRequest(
  draft: Draft,
  request: ChangeRequest,
  by: AuditActor | null,
  groupPolicy: GroupPolicy,
): Generator<void, ChangeRequest> {
  const { state } = draft;
  const environment = environmentOfRequest(state, request);
  requireApplicable(draft, environment, request);
  for (const { environmentId } of policiesOf(state, request)) {
    draft.permit(environmentId, { kind: "request", requestId: request.id });
  }
  const before = state.auditSequences.get(environment.id) ?? 0;
  yield* runCommands(
    draft,
    callerOfAuthor(state, environment, authored(request)),
    request.commands,
    groupPolicy,
  );
  const after = (yield* draft.applyInSteps()).auditSequences.get(environment.id) ?? 0;
  const audits = after > before ? { firstAudit: before + 1, lastAudit: after } : {};
  return end(draft, { ...request, ...audits, failure: null }, "applied", by);
}

/**
 * What the commands of a request would change, on a draft that is never committed. Throws as the
 * changes would.
 */
export function* tryCommands(
  { state, now }: Pick<Draft, "state" | "now">,
  request: Pick<ChangeRequest, "environmentId" | "author" | "commands" | "reason" | "title">,
  groupPolicy: GroupPolicy,
): Generator<void, State> {
  const draft = new Draft(state, now);
  const environment = environmentOfRequest(state, request);
  for (const { environmentId } of policiesOf(state, request)) {
    draft.permit(environmentId, { kind: "request", requestId: 0 });
  }
  yield* runCommands(
    draft,
    callerOfAuthor(state, environment, authored(request)),
    request.commands,
    groupPolicy,
  );
  return yield* draft.applyInSteps();
}

function environmentOfRequest(
  { environments }: State,
  { environmentId }: Pick<ChangeRequest, "environmentId">,
): Environment {
  const environment = environments.get(environmentId);
  if (environment === undefined) {
    throw new GatehouseError("environment_not_found");
  }
  return environment;
}

function requireApplicable(draft: Draft, environment: Environment, request: ChangeRequest): void {
  const { state, now } = draft;
  const bases = basesOf(state, environment, request.commands);
  const isSame = requestHash({ ...request, ...bases }) === request.hash;
  if (request.state === "drifted" || !isSame) {
    throw new GatehouseError("request_drifted");
  }
  if (!standingOf({ state, now }, request).isApproved) {
    throw new GatehouseError("request_not_approved");
  }
  if (isHeld(draft, request)) {
    throw new GatehouseError("request_held");
  }
  if (request.apply.kind === "at" && now < request.apply.at) {
    throw new GatehouseError("request_scheduled");
  }
}

function authored({ author, reason, title }: Pick<ChangeRequest, "author" | "reason" | "title">) {
  return { author, reason: reason ?? title };
}
