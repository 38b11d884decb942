import { GatehouseError } from "../errors.ts";
import type { PeerAddresses } from "../http/routing/fetch-handler.ts";
import type { RequestTrace } from "../http/routing/request-trace.ts";
import type { Role } from "../model/role.ts";
import { type AdminCaller, requireProof, requireRole } from "./admin-routes.ts";
import type { Contract, PathParameter, RouteName } from "./contract/contract.ts";
import { compressedJson } from "./json-answers.ts";
import { requireOwnPage } from "./own-site.ts";
import { type HandRouteName, type Permission, permissions, routeNames } from "./permissions.ts";
import type { RouteInput } from "./read-input.ts";
import { type Guard, type Reader, refuseToken, withNews } from "./reader.ts";
import { matchRoute, type RoutePattern, routePattern } from "./route-match.ts";

type PartOf<Name extends RouteName, Field extends string> = Contract[Name] extends {
  readonly [key in Field]: infer Value;
}
  ? Value
  : undefined;

export type BodyOf<Name extends RouteName> = PartOf<Name, "body">;
export type QueryOf<Name extends RouteName> = PartOf<Name, "query">;
export type AnswerOf<Name extends RouteName> = Contract[Name]["answer"];

/** What a handler gets; path parameters are decoded, body and query are checked. */
export interface HandlerInput<Name extends RouteName> {
  readonly params: Readonly<Record<PathParameter<Name>, string>>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly reader: Reader;
  readonly caller: AdminCaller;
  /** The role that the route needs: a command checks again that the reader has it. */
  readonly roleMin: Role;
  readonly request: Request;
  /** The client's address; empty if unknown. */
  readonly address: string;
}

/** A whole answer: for files, for prepared JSON, and for cookies. */
export type HandlerAnswer<Name extends RouteName> = AnswerOf<Name> | Response;

export type Handler<Name extends RouteName> = (
  input: HandlerInput<Name>,
) => HandlerAnswer<Name> | Promise<HandlerAnswer<Name>>;

/** A handler for each of these routes: a missing one does not compile. */
export type HandlersOf<Name extends RouteName> = { readonly [Each in Name]: Handler<Each> };

/** The checks of what each route takes. */
export type RouteInputs = {
  readonly [Name in HandRouteName]: RouteInput<BodyOf<Name>, QueryOf<Name>>;
};

export interface ServeOptions {
  readonly handlers: HandlersOf<HandRouteName>;
  readonly inputs: RouteInputs;
  readonly guard: Guard;
  readonly isHosted: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The origin of `--public-url`. */
  readonly publicOrigin: string | undefined;
  readonly trace: RequestTrace;
  /** The prefix of the routes in metrics and logs. */
  readonly prefix: string;
  readonly addressOf: (request: Request, peers: PeerAddresses) => string;
}

interface BoundRoute {
  readonly name: HandRouteName;
  readonly method: string;
  readonly pattern: RoutePattern;
  readonly permission: Permission;
  readonly answer: (request: RoutedRequest) => Promise<Response>;
}

interface RoutedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly reader: Reader;
  readonly request: Request;
  readonly address: string;
}

/** Answers a request for a path below the API; throws refusals. */
export type ServeApi = (
  request: Request,
  path: string,
  peers: PeerAddresses,
) => Response | Promise<Response>;

/** Serves the routes of the contract, each for those whom the table of permissions allows. */
export function serve(options: ServeOptions): ServeApi {
  const routes = routeNames
    .filter((name) => options.isHosted || !permissions[name].isHostedOnly)
    .map((name) => boundRoute(name, options));
  return (request, path, peers) => {
    const segments = path.split("/");
    const matching = routes.flatMap((route) => {
      const params = matchRoute(route.pattern, segments);
      return params === undefined ? [] : [{ route, params }];
    });
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = matching.find(({ route }) => route.method === method);
    if (found === undefined) {
      throw new GatehouseError(matching.length === 0 ? "route_not_found" : "method_not_allowed");
    }
    const { route, params } = found;
    options.trace.route = options.prefix + route.name.slice(route.method.length + 1);
    refuseToken(options.guard, request);
    requireOwnPage(request, options.publicOrigin);
    const address = options.addressOf(request, peers);
    return withNews(options.guard, request, () => {
      const reader = options.guard.reader(request);
      requireRole(reader, route.permission, options.guard);
      requireProof(reader, route.permission, options.now());
      return route.answer({ params, reader, request, address });
    });
  };
}

function boundRoute<Name extends HandRouteName>(name: Name, options: ServeOptions): BoundRoute {
  const [method = "", path = ""] = name.split(" ");
  const permission: Permission = permissions[name];
  const { role } = permission;
  const handler: Handler<Name> = options.handlers[name];
  const input: RouteInput<BodyOf<Name>, QueryOf<Name>> = options.inputs[name];
  return {
    name,
    method,
    pattern: routePattern(path),
    permission,
    async answer({ params, reader, request, address }) {
      const query = input.readQuery(request);
      const body = await input.readBody(request);
      const roleMin = role === "anyone" ? "viewer" : role;
      const answer = await handler({
        caller: { ...reader, roleMin, address },
        params,
        query,
        body,
        reader,
        roleMin,
        request,
        address,
      });
      return answer instanceof Response ? answer : compressedJson(request, answer);
    },
  };
}
