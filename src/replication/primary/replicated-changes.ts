import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { usedAuditSequences } from "../../core/model/used-audit-sequences.ts";

/**
 * The changes that replicas receive. Passwords, sessions, links, passkeys, personal tokens,
 * webhooks and audits stay on the primary. A replica only gets the used sequences of audits.
 */
export function* replicatedChanges(
  changes: Iterable<Change>,
  after: State,
): Generator<Change, void> {
  const audited = new Set<number>();
  for (const change of changes) {
    switch (change.kind) {
      case "audit.recorded":
        audited.add(change.audit.environmentId);
        break;
      case "audits.recorded":
        audited.add(change.audits.environmentId);
        break;
      case "password.saved":
      case "sign_in_link.saved":
      case "sign_in_link.removed":
      case "session.saved":
      case "sessions.ended":
      case "passkey.saved":
      case "passkey.removed":
      case "personal_token.saved":
      case "personal_tokens.removed":
      case "credentials.removed":
      case "webhook.saved":
      case "webhook.deleted":
      case "webhook.progressed":
      case "webhook_delivery.recorded":
      case "webhook_events.recorded":
      case "webhook_events.removed":
        break;
      default:
        yield change;
    }
  }
  yield* usedAuditSequences(audited, after);
}
