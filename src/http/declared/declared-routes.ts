import { type DocumentDecoration, Elysia } from "elysia";
import { documentation } from "../openapi/route-documentation.ts";
import { type DirectCall, directCall } from "../routing/direct-call.ts";
import type { PeerAddresses } from "../routing/fetch-handler.ts";
import { type DeclaredContext, DeclaredRoute, type Segments } from "./declared-route.ts";
import { declarationIn, type RouteDeclaration, replaceSchemas } from "./route-declaration.ts";

/** Returns the caller of a request. Throws the refusal of a caller that may not use the route. */
export type Admit<Caller> = (request: Request, segments: Segments) => Caller;

export interface DeclaredRoutesOptions<Level extends string, Caller, Refusal extends string> {
  readonly admit: Readonly<Record<Level, Admit<Caller>>>;
  /** Whether undeclared queries are ignored; otherwise they must be decodable. */
  readonly ignoresQuery?: boolean;
  /** Returns the documentation of a route from its declaration. */
  readonly document: (
    declaration: RouteDeclaration<Refusal> & { readonly access: Level },
  ) => DocumentDecoration;
}

/**
 * Returns a plugin for Elysia with which routes declare their requests and answers. They use
 * `params`, `query`, `headers`, `body` and `response`; `access` for the callers, and `refuses` for
 * the refusals. The request checks, the types of the handler and the document follow from the
 * declaration. With `readsBody`, query parameters may also be sent in a body.
 */
export function declaredRoutes<Level extends string, Caller, Refusal extends string>(
  options: DeclaredRoutesOptions<Level, Caller, Refusal>,
) {
  const contexts = new WeakMap<Request, DeclaredContext<Caller>>();
  return new Elysia().macro({
    access: (level: Level) => ({
      introspect: (hook: object) => {
        const declaration = { ...declarationIn<Refusal>(hook), access: level };
        const route = new DeclaredRoute<Caller>({
          ...declaration,
          admit: options.admit[level],
          ignoresQuery: options.ignoresQuery,
        });
        replaceSchemas(hook, {
          // Without a body to parse, Elysia answers a GET synchronously.
          parse: route.readsBody ? "none" : undefined,
          transform: contextReader(route, contexts),
          [documentation]: () => options.document(declaration),
          [directCall]: route.readsBody ? undefined : directCallOf(route),
        });
      },
      // `transform` has set the caller; this gives the handler its type.
      resolve: ({ request }: { readonly request: Request }): Resolved<Caller> => {
        const context = contexts.get(request);
        if (context === undefined) {
          throw new Error("The request was not read");
        }
        return { caller: context.caller, peers: context.peers };
      },
    }),
    refuses: (_refusals: readonly Refusal[]) => ({}),
    readsBody: (_readsBody: boolean) => ({}),
  });
}

// A type, because Elysia accepts no interface here.
type Resolved<Caller> = {
  readonly caller: Caller;
  readonly peers: PeerAddresses | undefined;
};

/** Answers from memory bypass Elysia (docs/internals.md#performance-techniques). */
function directCallOf<Caller>(route: DeclaredRoute<Caller>): DirectCall {
  return (handler, parameter) => (request, name, peers) =>
    handler(route.contextOf(request, parameter === "" ? noSegments : { [parameter]: name }, peers));
}

const noSegments: Segments = {};

/** Elysia assigns the result of `transform` to the context of the handler. */
function contextReader<Caller>(
  route: DeclaredRoute<Caller>,
  contexts: WeakMap<Request, DeclaredContext<Caller>>,
) {
  const keep = (request: Request, context: DeclaredContext<Caller>) => {
    contexts.set(request, context);
    return { params: context.params, query: context.query, body: context.body };
  };
  interface Routed {
    readonly request: Request;
    readonly params?: Segments;
  }
  if (route.readsBody) {
    return async ({ request, params = {} }: Routed) =>
      keep(request, await route.contextWithBody(request, params));
  }
  // Bound, because Elysia awaits a hook whose source text seems to return a promise.
  const read = ({ request, params = {} }: Routed) =>
    keep(request, route.contextOf(request, params));
  return read.bind(undefined);
}
