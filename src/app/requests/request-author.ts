import type { AuditActor } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";

interface Authored {
  readonly author: AuditActor;
  readonly reason: string;
}

/** The author of a request or a rollout as a caller whose rights were checked. */
export function callerOfAuthor(
  { tokens }: State,
  environment: Environment,
  { author, reason }: Authored,
): Caller {
  const token = tokens.find(({ id }) => String(id) === author.id);
  const userId = author.type === "User" ? Number(author.id) : (token?.ownerId ?? null);
  return { environment, actor: author, userId, token: null, reason };
}
