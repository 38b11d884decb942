import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { ChangeRequest } from "../../../core/model/change-request.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import { limitOf } from "../reader.ts";
import { readerRoleIn } from "../reader-role.ts";
import type { RowMoment, RowReader } from "./request-rows.ts";
import { callerInEnvironment, type UiDependencies } from "./ui-dependencies.ts";

/** Finds the requests that routes name. */
export class AskedRequests {
  readonly #deps: UiDependencies;

  constructor(deps: UiDependencies) {
    this.#deps = deps;
  }

  moment(): RowMoment {
    return { state: this.#deps.services.writer.state, now: this.#deps.now() };
  }

  /** The request with an id, open or ended. Rejects with `request_not_found`. */
  async request(caller: AdminCaller, asked: string): Promise<ChangeRequest> {
    const { writer, reads } = this.#deps.services;
    const id = idIn(asked);
    const open = writer.state.requests.get(id);
    const found = open ?? (Number.isNaN(id) ? null : await reads.request(id));
    if (found === null || !this.#isVisible(found, caller)) {
      throw new GatehouseError("request_not_found");
    }
    return found;
  }

  /** The caller in the environment of a request. Rejects with `request_not_found`. */
  async caller(
    admin: AdminCaller,
    asked: string,
  ): Promise<{ readonly id: number; readonly caller: Caller; readonly request: ChangeRequest }> {
    const request = await this.request(admin, asked);
    return { id: request.id, caller: this.#callerOf(admin, request), request };
  }

  /** A request as it is now; the server may have applied it in the meantime. */
  async latest(request: ChangeRequest): Promise<ChangeRequest> {
    const { writer, reads } = this.#deps.services;
    return writer.state.requests.get(request.id) ?? (await reads.request(request.id)) ?? request;
  }

  /** The caller, with the role in the environment of the request. */
  reader(admin: AdminCaller, request: ChangeRequest): RowReader {
    const { services, readOnly } = this.#deps;
    const role = readerRoleIn(services.writer.state, admin, request.environmentId, { readOnly });
    return { admin: { ...admin, role }, caller: this.#callerOf(admin, request) };
  }

  /** Whether a list of the caller's project has a request. */
  isShown(request: ChangeRequest, caller: AdminCaller): boolean {
    const { environments } = this.#deps.services.writer.state;
    const environment = environments.get(request.environmentId);
    return this.#isVisible(request, caller) && environment?.projectId === caller.projectId;
  }

  /** People see the requests of all projects by their ids, as they see the projects. */
  #isVisible({ environmentId }: ChangeRequest, caller: AdminCaller): boolean {
    const { environments } = this.#deps.services.writer.state;
    const only = caller.token === null ? limitOf(caller) : [caller.token.environment.id];
    return environments.has(environmentId) && (only === null || only.includes(environmentId));
  }

  #callerOf(admin: AdminCaller, { environmentId }: ChangeRequest): Caller {
    const { state } = this.#deps.services.writer;
    const environment = state.environments.get(environmentId);
    if (environment === undefined) {
      throw new GatehouseError("request_not_found");
    }
    return callerInEnvironment(state, environment, admin);
  }
}
