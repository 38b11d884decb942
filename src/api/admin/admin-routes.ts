import { Elysia } from "elysia";
import { GatehouseError, type Refusal } from "../../core/errors.ts";
import { isSessionProven } from "../../core/model/account.ts";
import type { Environment } from "../../core/model/environment.ts";
import { firstProject, projectOfName } from "../../core/model/find-environment.ts";
import { type Role, roleAtLeast } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";
import { unknownProject } from "../../core/model/unknown-environment.ts";
import { replaceSchemas } from "../../http/declared/route-declaration.ts";
import { documentation } from "../../http/openapi/route-documentation.ts";
import { originalOf } from "../../http/request/original-request.ts";
import {
  type AdminDeclaration,
  type HostedOnly,
  type RequiredRole,
  takeAdminDeclaration,
} from "./admin-declaration.ts";
import { documentedAdminOperation } from "./admin-operation.ts";
import { adminDeclaration } from "./admin-permissions.ts";
import { anyEnvironment, environmentOf } from "./asked-environment.ts";
import { answeredEnvironmentHeader } from "./contract/environment-header.ts";
import { compressedJson } from "./json-answers.ts";
import { requireOwnPage } from "./own-site.ts";
import { jsonBody, noQuery, queryFields } from "./read-input.ts";
import { type Reader, type ReaderGuard, type TokenLevel, withNews } from "./reader.ts";
import { highestReaderRole, readerRoleIn, requireWithinLimit } from "./reader-role.ts";
import { hasFlag, sentReason } from "./sent-reason.ts";

/** The person or the program that calls a route. */
export interface AdminCaller extends Reader {
  /** The role in the environment of the path; without one, the role in the organization. */
  readonly role: Role | null;
  /** The project of the query or of the token; by default the first project. */
  readonly projectId: number;
  /** Whether a program sent the request, not a page. */
  readonly isProgram: boolean;
  /** The role that the route needs: a command checks again that the caller has it. */
  readonly roleMin: Role;
  /** The environment in the path; null for a path without one. */
  readonly environment: Environment | null;
  /** The client's address; empty if unknown. */
  readonly address: string;
  /** Why the caller makes the change, as the body or the query says; undefined without a reason. */
  readonly reason?: string | undefined;
  /** The operation of the route, as the OpenAPI document names it. */
  readonly operation: string | undefined;
  /** Whether the change may be made without approval, if the policy allows that. */
  readonly bypasses?: boolean | undefined;
  /** Whether a change that needs approval becomes a request. */
  readonly asksRequest?: boolean | undefined;
  /** Whether a change of gates pauses the rollout that they are in. */
  readonly pausesRollout?: boolean | undefined;
}

export interface AdminRoutesOptions {
  readonly guard: ReaderGuard;
  readonly isHosted: boolean;
  /** Whether people can sign in. */
  readonly hasSessions: boolean;
  readonly state: () => State;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The origin of `--public-url`. */
  readonly publicOrigin: string | undefined;
  /** Called with the caller of each original request whose declaration was met. */
  readonly onCaller?: ((request: Request, caller: AdminCaller) => void) | undefined;
  /** The client address of an original request; empty if unknown. */
  readonly addressOf: (request: Request) => string;
}

export type AdminRoutes = ReturnType<typeof adminRoutes>;

/**
 * Returns the plugin with which routes of the Admin API are declared (docs/admin-api.md). It checks a
 * request in this order: page or program, caller, session, role, proof, query, body.
 */
export function adminRoutes(options: AdminRoutesOptions) {
  const callers = new WeakMap<Request, AdminCaller>();
  return new Elysia().macro({
    role: (role: RequiredRole) => ({
      introspect: (hook: object) => {
        const declaration = takeAdminDeclaration(hook, role);
        const read = requestReader(options, declaration);
        replaceSchemas(hook, {
          parse: "none",
          transform: async ({ request, params }: RoutedRequest) => {
            const { caller, query, body } = await read(request, askedIn(params));
            callers.set(request, caller);
            options.onCaller?.(originalOf(request), caller);
            return { query, body };
          },
          [documentation]: () => documentedAdminOperation(declaration),
          [adminDeclaration]: declaration,
        });
      },
      // `transform` has set the caller; this gives the handler its type.
      resolve: ({ request }: { readonly request: Request }): { caller: AdminCaller } => {
        const caller = callers.get(request);
        if (caller === undefined) {
          throw new Error("The request was not read");
        }
        return { caller };
      },
      mapResponse: ({ request, responseValue }) => {
        const environment = callers.get(request)?.environment ?? null;
        return responseValue instanceof Response
          ? ofEnvironment(responseValue, environment)
          : compressedJson(request, responseValue).then((answer) =>
              ofEnvironment(answer, environment),
            );
      },
    }),
    refuses: (_refusals: readonly Refusal[]) => ({}),
    hostedOnly: (_isHostedOnly: HostedOnly) => ({}),
    needsProof: (_needsProof: boolean) => ({}),
    refusesTokens: (_refusesTokens: boolean) => ({}),
    sessionOnly: (_isSessionOnly: boolean) => ({}),
    forPrograms: (_isForPrograms: boolean) => ({}),
    environmentToken: (_level: TokenLevel) => ({}),
    bodyBytesMax: (_bytes: number) => ({}),
  });
}

interface RoutedRequest {
  readonly request: Request;
  readonly params?: {
    readonly environment?: string;
    readonly request?: string;
    readonly rollout?: string;
    readonly subject?: string;
  };
}

/** The environment in a path. Only handlers find that of a request, a rollout or a subject of comments. */
function askedIn(params: RoutedRequest["params"]): string | undefined {
  const of = params?.request ?? params?.rollout ?? params?.subject;
  return of === undefined ? params?.environment : anyEnvironment;
}

/** Names the environment in the answer, for programs that ask for `-`. */
function ofEnvironment(answer: Response, environment: Environment | null): Response {
  if (environment !== null) {
    answer.headers.set(answeredEnvironmentHeader, environment.slug);
  }
  return answer;
}

function requestReader(options: AdminRoutesOptions, declaration: AdminDeclaration) {
  const { guard } = options;
  const { role, query, body, bodyBytesMax } = declaration;
  const readQuery = query === undefined ? noQuery : queryFields(query);
  const readBody = body === undefined ? () => undefined : jsonBody(body, bodyBytesMax);
  return async (request: Request, environment: string | undefined) => {
    requireServed(options, declaration);
    const isProgram = guard.isProgram?.(request) === true;
    if (!isProgram && !declaration.isForPrograms) {
      requireOwnPage(request, options.publicOrigin);
    }
    const { environmentToken } = declaration;
    const reader = await withNews(guard, request, () => guard.reader(request, environmentToken));
    requireSessionIfNeeded(reader, isProgram, declaration);
    requireWithinLimit(reader, environment, declaration);
    const general = environment === undefined ? reader.role : generalRole(options, role, reader);
    if (reader.token === null) {
      requireRole({ role: general }, declaration, guard);
      requireProof(reader, declaration, options.now());
    }
    const asked: { readonly project?: string } | undefined = readQuery(request);
    const projectId = projectIdOf(options.state(), reader, asked?.project);
    const place =
      environment === undefined || environment === anyEnvironment
        ? null
        : environmentOf(options.state(), environment, { ...reader, projectId });
    const placeRole =
      place === null ? general : readerRoleIn(options.state(), reader, place.id, guard);
    if (reader.token === null && place !== null) {
      requireRole({ role: placeRole }, declaration, guard);
    }
    const caller: AdminCaller = {
      ...reader,
      role: placeRole,
      isProgram,
      projectId,
      environment: place,
      roleMin: role === "anyone" ? "viewer" : role,
      operation: declaration.detail.operationId,
      address: options.addressOf(originalOf(request)),
    };
    const sent = await readBody(request);
    if (body !== undefined) {
      requireStill(guard, caller, request);
    }
    return { caller: { ...caller, ...wishesIn(sent, asked) }, query: asked, body: sent };
  };
}

/** The environment of a path is known later, and the caller may have another role there. */
function generalRole(
  { guard, state }: AdminRoutesOptions,
  role: AdminDeclaration["role"],
  reader: Reader,
): Role | null {
  const isEnough = role !== "anyone" && reader.role !== null && roleAtLeast(reader.role, role);
  return isEnough ? reader.role : highestReaderRole(state(), reader, guard);
}

/** What every writing route takes in its body or its query. */
function wishesIn(sent: unknown, asked: unknown) {
  return {
    reason: sentReason(sent) ?? sentReason(asked),
    bypasses: hasFlag(sent, "bypass") || hasFlag(asked, "bypass"),
    asksRequest: hasFlag(sent, "request") || hasFlag(asked, "request"),
    pausesRollout: hasFlag(sent, "pause_rollout") || hasFlag(asked, "pause_rollout"),
  };
}

/** Throws for a route that does not exist in this deployment. */
function requireServed(
  { guard, isHosted, hasSessions }: AdminRoutesOptions,
  declaration: AdminDeclaration,
): void {
  const isMissing = isHosted
    ? declaration.sessionOnly && !hasSessions
    : isHostedOnly(declaration, guard);
  if (isMissing) {
    throw new GatehouseError("route_not_found");
  }
}

/**
 * Throws for a program at a route about signing in, or at a route whose effect would outlive its
 * token.
 */
function requireSessionIfNeeded(
  { signedIn }: Reader,
  isProgram: boolean,
  { sessionOnly, refusesTokens }: AdminDeclaration,
): void {
  const isPersonalToken = signedIn !== null && "token" in signedIn;
  if ((isProgram && sessionOnly) || (isPersonalToken && refusesTokens)) {
    throw new GatehouseError("session_required");
  }
}

/** Throws if the caller's right ended while the body arrived. */
function requireStill(guard: ReaderGuard, caller: AdminCaller, request: Request): void {
  const isKnown = caller.signedIn !== null || caller.token !== null;
  if (isKnown && !guard.stillAdmits(caller, request)) {
    const isSession = caller.signedIn !== null && "session" in caller.signedIn;
    throw new GatehouseError(isSession ? "session_ended" : "token_invalid");
  }
}

function isHostedOnly({ hostedOnly }: AdminDeclaration, { hasData }: ReaderGuard): boolean {
  return hostedOnly === "for_clients" ? hasData !== true : hostedOnly;
}

function projectIdOf(state: State, { token }: Reader, name: string | undefined): number {
  const own = token?.environment.projectId;
  const found = name === undefined ? firstProject(state) : projectOfName(state, name);
  if (own !== undefined && (name === undefined || found?.id === own)) {
    return own;
  }
  if (found === undefined || own !== undefined) {
    const message =
      own === undefined ? unknownProject(state, name ?? "") : "The token is for another project";
    throw new GatehouseError("project_not_found", { message });
  }
  return found.id;
}

/** Throws unless the reader may call the route. */
export function requireRole(
  { role }: Pick<Reader, "role">,
  { role: needed }: { readonly role: RequiredRole },
  { readOnly }: Pick<ReaderGuard, "readOnly">,
): void {
  if (needed === "anyone") {
    return;
  }
  if (role === null) {
    throw new GatehouseError("signed_out");
  }
  if (!roleAtLeast(role, needed)) {
    throw new GatehouseError(readOnly === null ? "role_required" : "read_only");
  }
}

/** Throws if the route needs a recent proof that the person has not given; programs give none. */
export function requireProof(
  reader: Reader,
  { needsProof }: Pick<AdminDeclaration, "needsProof">,
  now: number,
): void {
  const { signedIn } = reader;
  const session = signedIn !== null && "session" in signedIn ? signedIn.session : null;
  if (needsProof && session !== null && !isSessionProven(session, now)) {
    throw new GatehouseError("proof_required");
  }
}
