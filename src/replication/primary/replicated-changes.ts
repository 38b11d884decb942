import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { withoutAudits } from "../../core/model/without-audits.ts";

/** Changes of credentials and webhooks, and of what decides about changes: replicas change nothing. */
const keptAtPrimary: ReadonlySet<Change["kind"]> = new Set([
  "password.saved",
  "sign_in_link.saved",
  "sign_in_link.removed",
  "session.saved",
  "sessions.ended",
  "passkey.saved",
  "passkey.removed",
  "personal_token.saved",
  "personal_tokens.removed",
  "credentials.removed",
  "sign_on.saved",
  "sign_on.removed",
  "webhook.saved",
  "webhook.deleted",
  "webhook.progressed",
  "webhook_delivery.recorded",
  "webhook_events.recorded",
  "webhook_events.removed",
  "policy.saved",
  "policy.removed",
  "request.saved",
  "rollout.saved",
  "comment.saved",
  "comment.edited",
  "comment.deleted",
] as const);

/** The changes that replicas receive. */
export function* replicatedChanges(
  changes: Iterable<Change>,
  after: State,
): Generator<Change, void> {
  for (const change of withoutAudits(changes, after)) {
    if (!keptAtPrimary.has(change.kind)) {
      yield change;
    }
  }
}
