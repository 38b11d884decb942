import type { GatehouseError } from "../../../core/errors.ts";
import type { ChangeRequest, RequestCommand } from "../../../core/model/change-request.ts";
import { ChangeRequestRequired } from "../../../core/model/change-request-required.ts";
import { quote } from "../../../core/text/quote.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { uiJsonHeaders } from "../ui-errors.ts";
import { AskedRequests } from "./asked-requests.ts";
import { requestRow } from "./request-rows.ts";
import { callerInEnvironment, type UiDependencies } from "./ui-dependencies.ts";

/**
 * Opens requests for changes that were refused in a protected environment: every route that changes
 * something can do it, as the refusal knows the commands.
 */
export class RequestedChanges {
  readonly #deps: UiDependencies;
  readonly #asked: AskedRequests;
  /** The callers that ask for a request instead of a refusal. */
  readonly #callers = new WeakMap<Request, AdminCaller>();

  constructor(deps: UiDependencies) {
    this.#deps = deps;
    this.#asked = new AskedRequests(deps);
  }

  noteCaller(request: Request, caller: AdminCaller): void {
    if (caller.asksRequest === true) {
      this.#callers.set(request, caller);
    }
  }

  /** The pending answer of a request for what was refused; undefined if none was asked for. */
  requestFor(request: Request, error: GatehouseError): Promise<Response> | undefined {
    const admin = this.#callers.get(request);
    this.#callers.delete(request);
    return admin === undefined ||
      !(error instanceof ChangeRequestRequired) ||
      error.commands === null
      ? undefined
      : this.#open(admin, error.environmentId, error.commands);
  }

  async #open(
    admin: AdminCaller,
    environmentId: number,
    commands: readonly RequestCommand[],
  ): Promise<Response> {
    const { writer, requests } = this.#deps.services;
    const environment = environmentOf(writer.state, String(environmentId), admin);
    const caller = callerInEnvironment(writer.state, environment, admin);
    const reason = caller.reason ?? null;
    const opened = await requests.open(caller, {
      ...{ title: titleOf(commands), reason, commands },
      apply: { kind: "author" },
    });
    return this.#answer(admin, await this.#asked.latest(opened));
  }

  #answer(admin: AdminCaller, request: ChangeRequest): Response {
    const row = requestRow(this.#asked.moment(), request, this.#asked.reader(admin, request));
    return Response.json({ request: row }, { status: 202, headers: uiJsonHeaders });
  }
}

const verbs: Readonly<Record<RequestCommand["kind"], string>> = {
  enable: "Enable",
  disable: "Disable",
  clear: "Clear",
  actors: "Change actors of",
  groups: "Change groups of",
  percentage_of_actors: "Change the percentage of actors of",
  percentage_of_time: "Change the percentage of time of",
  expression: "Change the expression of",
  set: "Set the gates of",
  mirror: "Mirror Production for",
  create: "Create",
  remove: "Remove",
  policy: "Change the policy",
  rollout: "Roll out",
  resume: "Resume the rollout of",
};

const shownKeyLengthMax = 120;

/** A title such as `Enable "search"`. */
function titleOf(commands: readonly RequestCommand[]): string {
  const [first, ...rest] = commands;
  if (first === undefined || first.kind === "policy") {
    return verbs.policy;
  }
  const keys = new Set(commands.flatMap((each) => (each.kind === "policy" ? [] : each.key)));
  const key = [...first.key].slice(0, shownKeyLengthMax).join("");
  return keys.size > 1
    ? `Change ${keys.size} features`
    : rest.length === 0
      ? `${verbs[first.kind]} ${quote(key)}`
      : `Change ${quote(key)}`;
}
