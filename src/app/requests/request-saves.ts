import type { ActKind } from "../../core/model/act.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { NotedEvent } from "../../core/model/change.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import { recordAct } from "../commands/record-act.ts";

/** Ends a request. The caller records what it did. */
export function end(
  draft: Draft,
  request: ChangeRequest,
  state: "applied" | "withdrawn" | "expired",
  actor: AuditActor | null,
): ChangeRequest {
  const ended = { ...request, state, endedAt: draft.now, endedBy: actor };
  save(draft, ended, { type: `request.${state}`, actor, reason: request.reason });
  return ended;
}

/** Saves a request, with its event and its act if it has one. */
export function save(draft: Draft, request: ChangeRequest, noted: NotedEvent | null): void {
  draft.record({ kind: "request.saved", request, ...(noted === null ? {} : { noted }) });
  if (noted !== null) {
    act(draft, request, noted.type, noted.actor, { title: request.title, hash: request.hash });
  }
}

export function act(
  draft: Draft,
  { id, environmentId, reason, revision }: ChangeRequest,
  kind: ActKind,
  actor: AuditActor | null,
  data: Readonly<Record<string, unknown>>,
): void {
  recordAct(draft, {
    kind,
    actor,
    environmentId,
    reason,
    data: { request: id, revision, ...data },
  });
}
