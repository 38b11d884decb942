import type { ActDetail, ActKind } from "../../core/model/act.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { Draft } from "../../core/model/draft.ts";
import { explained } from "../../core/model/reason-links.ts";

/** What a policy or a request did. */
export interface NotedAct {
  readonly kind: ActKind;
  /** Null for the server itself. */
  readonly actor: AuditActor | null;
  readonly environmentId: number | null;
  readonly reason: string | null;
  /** Members of the act's body, without secrets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The one place that every act of policies and requests passes. */
export function recordAct(
  draft: Draft,
  { kind, actor, environmentId, reason, data }: NotedAct,
): void {
  const why = explained(reason);
  draft.recordAct({
    kind,
    actor: actor ?? { type: "Server", id: null },
    details: JSON.parse(JSON.stringify(data)) as Record<string, ActDetail>,
    ...(environmentId === null ? {} : { environmentId }),
    ...(why.reason === null ? {} : { reason: why.reason }),
    ...(why.links.length === 0 ? {} : { links: why.links }),
  });
}
