import type { TObject, TSchema } from "@sinclair/typebox";
import { type DocumentDecoration, Elysia } from "elysia";
import { GatehouseError, type Refusal } from "../errors.ts";
import { documentedAnswers, exampleOf } from "../http/declared/documented-schemas.ts";
import {
  declarationIn,
  type RouteDeclaration,
  replaceSchemas,
} from "../http/declared/route-declaration.ts";
import { documentedOperation } from "../http/openapi/documented-operation.ts";
import type { DocumentedParameter } from "../http/openapi/documented-parameter.ts";
import { originalOf } from "../http/request/original-request.ts";
import type { Api } from "../http/routing/api.ts";
import { isSessionProven } from "../model/account.ts";
import { type Role, roleAtLeast } from "../model/role.ts";
import { adminRefusalResponses } from "./admin-refusals.ts";
import { compressedJson } from "./json-answers.ts";
import { requireOwnPage } from "./own-site.ts";
import { jsonBody, noQuery, queryFields } from "./read-input.ts";
import { type Guard, type Reader, sessionOf, withNews } from "./reader.ts";

/** Who may call a route: a role with all rights of those below it, or `anyone`, signed out too. */
export type RequiredRole = Role | "anyone";

/** The person who calls a route. */
export interface AdminCaller extends Reader {
  /** The role that the route needs: a command checks again that the caller has it. */
  readonly roleMin: Role;
  /** The client's address; empty if unknown. */
  readonly address: string;
}

export interface AdminRoutesOptions {
  readonly guard: Guard;
  readonly isHosted: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The path of the API in this server. */
  readonly prefix: string;
  /** The origin of `--public-url`. */
  readonly publicOrigin: string | undefined;
  /** The client's address of a request that the server received; empty if unknown. */
  readonly addressOf: (request: Request) => string;
}

/** What a route of the Admin API declares besides its schemas. */
export interface AdminDeclaration extends RouteDeclaration<Refusal> {
  readonly role: RequiredRole;
  /** Whether the route is there in the hosted deployment only. */
  readonly hostedOnly: boolean;
  /** Whether the caller must have proven who they are within the last 10 minutes. */
  readonly needsProof: boolean;
  /** The most bytes of the body; 512 KiB unless declared. */
  readonly bodyBytesMax: number | undefined;
}

export type AdminRoutes = ReturnType<typeof adminRoutes>;

/**
 * Returns the plugin with which routes of the Admin API are declared (docs/admin-api.md). A request
 * is checked in this order: page or program, caller, session, role, proof, query, body.
 */
export function adminRoutes(options: AdminRoutesOptions) {
  const callers = new WeakMap<Request, AdminCaller>();
  return new Elysia().macro({
    role: (role: RequiredRole) => ({
      introspect: (hook: object) => {
        const declaration = adminDeclarationIn(hook, role);
        const read = requestReader(options, declaration);
        replaceSchemas(hook, {
          parse: "none",
          transform: async ({ request, route }: RoutedRequest) => {
            const { caller, query, body } = await read(request, route);
            callers.set(request, caller);
            return { query, body };
          },
          detail: documentOf(declaration),
          [adminDeclaration]: declaration,
        });
        for (const slot of ["hostedOnly", "needsProof", "bodyBytesMax"]) {
          Reflect.deleteProperty(hook, slot);
        }
      },
      // The caller is known since `transform`; this gives the handler its type.
      resolve: ({ request }: { readonly request: Request }): { caller: AdminCaller } => {
        const caller = callers.get(request);
        if (caller === undefined) {
          throw new Error("The request was not read");
        }
        return { caller };
      },
      mapResponse: ({ request, responseValue }) =>
        responseValue instanceof Response ? responseValue : compressedJson(request, responseValue),
    }),
    refuses: (_refusals: readonly Refusal[]) => ({}),
    hostedOnly: (_isHostedOnly: boolean) => ({}),
    needsProof: (_needsProof: boolean) => ({}),
    bodyBytesMax: (_bytes: number) => ({}),
  });
}

interface RoutedRequest {
  readonly request: Request;
  /** The path that the route declares, below the prefix of the API. */
  readonly route: string;
}

const adminDeclaration = Symbol("adminDeclaration");

/** Who may call a route, by its method and its path below the API. */
export interface AdminPermission {
  readonly route: string;
  readonly role: RequiredRole;
  readonly isHostedOnly: boolean;
  readonly needsProof: boolean;
}

/** Returns who may call each route of the Admin API. */
export function adminPermissions({ app, prefix }: Pick<Api, "app" | "prefix">) {
  return app.routes.flatMap(({ method, path, hooks }): readonly AdminPermission[] => {
    const declaration = Reflect.get(hooks, adminDeclaration) as AdminDeclaration | undefined;
    if (declaration === undefined) {
      return [];
    }
    const { role, hostedOnly: isHostedOnly, needsProof } = declaration;
    return [{ route: `${method} ${path.slice(prefix.length)}`, role, isHostedOnly, needsProof }];
  });
}

function adminDeclarationIn(hook: object, role: RequiredRole): AdminDeclaration {
  const { hostedOnly, needsProof, bodyBytesMax } = hook as Readonly<Record<string, unknown>>;
  return {
    ...declarationIn<Refusal>(hook),
    role,
    hostedOnly: hostedOnly === true,
    needsProof: needsProof === true,
    bodyBytesMax: typeof bodyBytesMax === "number" ? bodyBytesMax : undefined,
  };
}

function requestReader(options: AdminRoutesOptions, declaration: AdminDeclaration) {
  const { guard } = options;
  const { role, query, body, bodyBytesMax } = declaration;
  const readQuery = query === undefined ? noQuery : queryFields(query);
  const readBody = body === undefined ? () => undefined : jsonBody(body, bodyBytesMax);
  return async (request: Request, route: string) => {
    if (declaration.hostedOnly && !options.isHosted) {
      throw new GatehouseError("route_not_found");
    }
    const hasToken = guard.hasToken?.(request) === true;
    if (!hasToken) {
      requireOwnPage(request, options.publicOrigin);
    }
    const reader = await withNews(guard, request, () => guard.reader(request));
    if (hasToken && needsSession(declaration, route.slice(options.prefix.length))) {
      throw new GatehouseError("session_required");
    }
    requireRole(reader, declaration, guard);
    requireProof(reader, declaration, options.now());
    const caller: AdminCaller = {
      ...reader,
      roleMin: role === "anyone" ? "viewer" : role,
      address: options.addressOf(originalOf(request)),
    };
    return { caller, query: readQuery(request), body: await readBody(request) };
  };
}

const sessionPath = /^\/(?:account|session)(?:\/|$)/;

/** Whether a route signs a person in, or is about what a person signs in with, or asks for a proof. */
function needsSession({ role, needsProof }: AdminDeclaration, path: string): boolean {
  return role === "anyone" || needsProof || sessionPath.test(path);
}

/** Throws unless the reader may call the route. */
export function requireRole(
  { role }: Reader,
  { role: needed }: { readonly role: RequiredRole },
  { readOnly }: Pick<Guard, "readOnly">,
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

/** Throws if the route asks for a proof that the reader has not given lately. */
export function requireProof(
  reader: Reader,
  { needsProof }: Pick<AdminDeclaration, "needsProof">,
  now: number,
): void {
  const found = needsProof ? sessionOf(reader) : null;
  if (found !== null && !isSessionProven(found.session, now)) {
    throw new GatehouseError("proof_required");
  }
}

function documentOf(declaration: AdminDeclaration): DocumentDecoration {
  const { role, hostedOnly, needsProof, params, query, body, response, detail } = declaration;
  const { operationId, summary, description } = detail;
  if (operationId === undefined || summary === undefined) {
    throw new Error(`The operation ${operationId} has no name or no summary`);
  }
  const operation = documentedOperation(
    {
      id: operationId,
      summary,
      description: description ?? summary,
      path: documentedMembers(params),
      query: documentedMembers(query),
      ...(body === undefined
        ? {}
        : { body: { schema: body, example: exampleOf(body), isJsonOnly: true } }),
      answers: documentedAnswers(response),
    },
    adminRefusalResponses([...commonRefusals(declaration), ...declaration.refuses]),
  );
  const extensions: Readonly<Record<`x-${string}`, unknown>> = {
    "x-role": role,
    ...(hostedOnly ? { "x-hosted-only": true } : {}),
    ...(needsProof ? { "x-needs-proof": true } : {}),
  };
  return {
    ...operation,
    ...(role === "anyone" ? { security: [] } : needsProof ? { security: [{ session: [] }] } : {}),
    ...extensions,
  };
}

function commonRefusals({ role, needsProof, body }: AdminDeclaration): readonly Refusal[] {
  return [
    "request_invalid",
    "not_own_page",
    "token_invalid",
    "internal",
    ...(role === "anyone" ? [] : (["signed_out", "role_required", "read_only"] as const)),
    ...(needsProof ? (["proof_required"] as const) : []),
    ...(needsProof || role === "anyone" ? (["session_required"] as const) : []),
    ...(body === undefined
      ? []
      : ([
          "input_invalid",
          "body_too_large",
          "media_type_unsupported",
          "request_timeout",
        ] as const)),
  ];
}

function documentedMembers(
  schema: TObject | undefined,
): Readonly<Record<string, DocumentedParameter>> {
  const members: [string, TSchema][] = Object.entries(schema?.properties ?? {});
  return Object.fromEntries(
    members.map(([name, { description = "", ...member }]) => [
      name,
      { description, schema: member, isRequired: schema?.required?.includes(name) === true },
    ]),
  );
}
