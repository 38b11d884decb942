import type { Services } from "../../../app/services/services.ts";
import type { Accounts } from "../../../app/sessions/accounts.ts";
import type { SessionCookie } from "../../../app/sessions/session-cookie.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { findFirstOwner } from "../../../core/model/first-owner.ts";
import type { State } from "../../../core/model/state.ts";
import type { Telemetry } from "../../../telemetry/telemetry.ts";
import type { WebhookService } from "../../../webhooks/webhook-service.ts";
import type { Quarantine } from "../../cloud-import/quarantine.ts";
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
  /** Starts to make one, whose outcome the log tells. */
  start(): void;
  /** Whether one is being made. */
  readonly isRunning: boolean;
}

/** What the handlers work with. */
export interface UiDependencies {
  readonly services: Services;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined in the mountable deployment. */
  readonly accounts: UiAccounts | undefined;
  /** Undefined for a server without telemetry. */
  readonly telemetry: Telemetry | undefined;
  /** What the server tells of itself. */
  readonly server: ServerFacts;
  /** The groups that the host registered; undefined in the hosted deployment. */
  readonly hostGroups: ReadonlySet<string> | undefined;
  /** Whether gates can be expressions, which a mountable server evaluates and does not take. */
  readonly hasExpressions: boolean;
  readonly readOnly: ReadOnlyReason;
  readonly version: string;
  /** The path of the public API as clients see it: a proxy may add a part. */
  readonly apiPath: string;
  /** The path of the UI as browsers see it. */
  readonly publicPath: string;
  readonly publicUrl: string | undefined;
  readonly importBytesMax: number;
  /** Exports that wait for an owner; undefined where none are received. */
  readonly quarantine: Quarantine | undefined;
  /** Undefined where there are no webhooks. */
  readonly webhooks: WebhookService | undefined;
  /** Undefined without a backup directory. */
  readonly backups: () => UiBackups | undefined;
  readonly about: () => Promise<AboutAnswer>;
  /** The id of the newest event of the live stream. */
  readonly newestEvent: () => string;
}

/** An environment is deleted with its tokens and its webhooks, so each of these has one. */
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
export function callerAt(state: State, asked: string, caller: AdminCaller): Caller {
  return callerIn(state, environmentOf(state, asked, caller), caller);
}

/** The caller as the author of changes; without a person or a token that is the first owner. */
export function callerIn(
  state: State,
  environment: Environment,
  { signedIn, roleMin, token }: Pick<AdminCaller, "signedIn" | "roleMin" | "token">,
): Caller {
  if (token !== null) {
    return token;
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
    ...(signedIn === null ? {} : { session: rightOf(signedIn, roleMin) }),
  };
}

/** The answer of a write in a project: an event with this revision says nothing new. */
export function written(state: State, { projectId }: Pick<AdminCaller, "projectId">) {
  return { revision: state.revisions.get(projectId) ?? 0 };
}
