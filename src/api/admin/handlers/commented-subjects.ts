import type { CommentedSubject } from "../../../app/commands/comment-commands.ts";
import { orUnavailable } from "../../../app/sessions/or-unavailable.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { type Role, roleAtLeast } from "../../../core/model/role.ts";
import { findFeature } from "../../../core/model/state-lookups.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import { limitOf } from "../reader.ts";
import { readerRoleIn, requireOrganizationRole } from "../reader-role.ts";
import { AskedRequests } from "./asked-requests.ts";
import { callerInEnvironment, callerInProject, type UiDependencies } from "./ui-dependencies.ts";

/** What a route's comments are about, for a caller who may read it. */
export interface ReadSubject {
  readonly on: CommentedSubject;
  /** The author of a change of the comments. */
  readonly caller: Caller;
  /** The role of the caller there; null for a program with a token of an environment. */
  readonly role: Role | null;
}

/** Finds the subjects that routes name. */
export class CommentedSubjects {
  readonly #deps: UiDependencies;
  readonly #requests: AskedRequests;

  constructor(deps: UiDependencies) {
    this.#deps = deps;
    this.#requests = new AskedRequests(deps);
  }

  /** Rejects with the refusals of each kind of subject if the caller may not read it. */
  async find(admin: AdminCaller, subject: string): Promise<ReadSubject> {
    const end = subject.indexOf(":");
    const asked = subject.slice(end + 1);
    switch (subject.slice(0, Math.max(0, end))) {
      case "request":
        return this.#request(admin, asked);
      case "feature":
        return this.#feature(admin, asked);
      case "act":
        return this.#act(admin, idIn(asked));
      default:
        throw new GatehouseError("input_invalid", {
          message: "subject: must be request:ID, feature:KEY or act:N",
          place: "subject",
        });
    }
  }

  async #request(admin: AdminCaller, asked: string): Promise<ReadSubject> {
    const { id, caller, request } = await this.#requests.caller(admin, asked);
    const { environmentId } = request;
    return {
      on: { kind: "request", id, environmentId },
      caller,
      role: this.#roleIn(admin, environmentId),
    };
  }

  /** A feature is in all environments of its project: the caller needs the role in one. */
  #feature(admin: AdminCaller, key: string): ReadSubject {
    const { state } = this.#deps.services.writer;
    const feature = findFeature(state, admin.projectId, key);
    const environment = this.#environmentFor(admin);
    if (feature === undefined || environment === undefined) {
      throw new GatehouseError("feature_not_found");
    }
    return {
      on: { kind: "feature", feature },
      caller: callerInEnvironment(state, environment, admin),
      role: this.#roleIn(admin, environment.id),
    };
  }

  /** The environment of the project in which the caller has the highest role. */
  #environmentFor(admin: AdminCaller): Environment | undefined {
    const { environments } = this.#deps.services.writer.state;
    if (admin.token !== null) {
      return environments.get(admin.token.environment.id);
    }
    const limit = limitOf(admin);
    return [...environments.values()]
      .filter(({ id, projectId }) => projectId === admin.projectId && limit?.includes(id) !== false)
      .reduce<Environment | undefined>((best, each) => {
        const [role, other] = [best, each].map((one) => one && this.#roleIn(admin, one.id));
        return role && other && roleAtLeast(role, other) ? best : each;
      }, undefined);
  }

  async #act(admin: AdminCaller, n: number): Promise<ReadSubject> {
    const { readOnly, services } = this.#deps;
    const { writer, reads } = services;
    if (admin.token !== null) {
      throw new GatehouseError("act_not_found");
    }
    requireOrganizationRole(writer.state, admin, "admin", { readOnly });
    const range = { after: n - 1, before: n + 1, limit: 1 };
    if (Number.isNaN(n) || (await orUnavailable(reads.acts(range))).length === 0) {
      throw new GatehouseError("act_not_found");
    }
    const caller = callerInProject(writer.state, { ...admin, roleMin: "admin" });
    return { on: { kind: "act", id: n }, caller, role: "admin" };
  }

  #roleIn(admin: AdminCaller, environmentId: number): Role | null {
    const { services, readOnly } = this.#deps;
    return admin.token === null
      ? readerRoleIn(services.writer.state, admin, environmentId, { readOnly })
      : null;
  }
}
