import type { Services } from "../../../app/services/services.ts";
import type { Accounts } from "../../../app/sessions/accounts.ts";
import type { SessionCookie } from "../../../app/sessions/session-cookie.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller, NotedStep } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { findFirstOwner } from "../../../core/model/first-owner.ts";
import type { State } from "../../../core/model/state.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import type { Telemetry } from "../../../telemetry/telemetry.ts";
import type { WebhookService } from "../../../webhooks/webhook-service.ts";
import type { Quarantine } from "../../cloud-import/quarantine.ts";
import type { ClientActivity } from "../../common/clients/client-activity.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import type { AboutAnswer } from "../contract/about-models.ts";
import { type ReadOnlyReason, rightOf } from "../reader.ts";
import type { ServerFacts } from "../server-facts.ts";

/** Signing in, for the hosted deployment. */
export interface UiAccounts extends Accounts {
  readonly cookie: SessionCookie;
}

/** The backups of the directory of `--backup-directory`. */
export interface UiBackups {
  readonly directory: string;
  readonly everyMs: number;
  readonly keepMax: number;
  /** Starts a backup, whose outcome appears in the log. */
  start(): void;
  /** Whether a backup is running. */
  readonly isRunning: boolean;
}

/** The dependencies of the handlers. */
export interface UiDependencies {
  readonly services: Services;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined in the mountable deployment. */
  readonly accounts: UiAccounts | undefined;
  /** Undefined for a server without telemetry. */
  readonly telemetry: Telemetry | undefined;
  /** What the server reports about itself. */
  readonly server: ServerFacts;
  /** The groups that the application registered; undefined in the hosted deployment. */
  readonly hostGroups: ReadonlySet<string> | undefined;
  /** Whether gates can be expressions, which a mountable server evaluates but does not accept. */
  readonly hasExpressions: boolean;
  readonly readOnly: ReadOnlyReason;
  readonly version: string;
  /** The path of the public API as clients see it: a proxy may add a part. */
  readonly apiPath: string;
  /** The documentation that refusals link to. */
  readonly docsUrl: string;
  /** The path of the UI as browsers see it. */
  readonly publicPath: string;
  readonly publicUrl: string | undefined;
  readonly importBytesMax: number;
  /** Exports that wait for an owner; undefined if the server receives none. */
  readonly quarantine: Quarantine | undefined;
  /** Which clients use the API; undefined if this process answers none. */
  readonly clients?: ClientActivity | undefined;
  /** Undefined without webhooks. */
  readonly webhooks: WebhookService | undefined;
  /** Undefined without a backup directory. */
  readonly backups: () => UiBackups | undefined;
  readonly about: () => Promise<AboutAnswer>;
  /** The id of the latest event of the live stream. */
  readonly newestEvent: () => string;
}

/** The environment of a token or a webhook, which always exists: they are deleted together. */
export function environmentOfItem(
  state: State,
  { environmentId }: { readonly environmentId: number },
): Environment {
  const environment = state.environments.get(environmentId);
  if (environment === undefined) {
    throw new GatehouseError("environment_not_found");
  }
  return environment;
}

/** The caller as the author of changes in the environment of the path. */
export function callerInPath(state: State, asked: string, caller: AdminCaller): Caller {
  return callerInEnvironment(state, environmentOf(state, asked, caller), caller);
}

type ChangingCaller = Pick<
  AdminCaller,
  | "signedIn"
  | "roleMin"
  | "token"
  | "reason"
  | "operation"
  | "bypasses"
  | "asksRequest"
  | "pausesRollout"
>;

/** The caller as the author of changes; without a person or a token, the first owner. */
export function callerInEnvironment(
  state: State,
  environment: Environment,
  sent: ChangingCaller,
): Caller {
  const { signedIn, roleMin, token, reason, operation: command, bypasses, asksRequest } = sent;
  const noted: NotedStep = { step: null };
  if (token !== null) {
    // A program that does not ask holds the rollout, as a client of Flipper does.
    const pauses = sent.pausesRollout === true ? { pausesRollout: true } : {};
    const author = { ...token, ...pauses, noted };
    return reason === undefined ? author : { ...author, reason, command };
  }
  const user = signedIn?.user ?? findFirstOwner(state);
  if (user === undefined) {
    throw new Error("There is no organization with an owner");
  }
  return {
    environment,
    actor: { type: "User", id: String(user.id) },
    userId: user.id,
    token: null,
    reason,
    command,
    bypasses,
    asksRequest,
    pausesRollout: sent.pausesRollout ?? false,
    noted,
    ...(signedIn === null ? {} : { session: rightOf(signedIn, roleMin, environment.id) }),
  };
}

/** The caller as the author of changes of the project or the organization, of all environments. */
export function callerInProject(state: State, caller: AdminCaller): Caller {
  const { session, ...author } = callerInEnvironment(
    state,
    productionOf(state, caller.projectId),
    caller,
  );
  return session === undefined
    ? author
    : { ...author, session: { ...session, environmentId: undefined } };
}

/** The answer of a write in a project: an event with this revision is not new. */
export function written(state: State, { projectId }: Pick<AdminCaller, "projectId">) {
  return { revision: state.revisions.get(projectId) ?? 0 };
}

/** As `written`, with the audit that undoes a change of the caller. */
export function writtenStep(
  state: State,
  adminCaller: Pick<AdminCaller, "projectId">,
  { noted }: Caller,
) {
  return { ...written(state, adminCaller), audit: noted?.step ?? null };
}
