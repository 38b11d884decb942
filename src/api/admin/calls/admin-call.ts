import type { paths } from "./admin-api-types.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** A path of the OpenAPI document, with `{key}` written as `:key`. */
type RoutePath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${RoutePath<After>}`
  : Path;

/** Each pair of a path and a method; `operation` is `undefined` if the path has no such method. */
type PathMethod = {
  [Path in keyof paths]: {
    [Verb in Method]: {
      readonly name: `${Uppercase<Verb>} ${RoutePath<Path>}`;
      readonly operation: paths[Path][Verb];
    };
  }[Method];
}[keyof paths];

type Operations = {
  [Route in Extract<
    PathMethod,
    { readonly operation: object }
  > as Route["name"]]: Route["operation"];
};

/** A route of the Admin API, such as `GET /environments/:environment/features`. */
export type RouteName = keyof Operations;

type ParamsOf<Operation> = Operation extends {
  readonly parameters: { readonly path: infer Params };
}
  ? { readonly params: { readonly [Name in keyof Params]: string | number } }
  : unknown;

type QueryOf<Operation> = Operation extends {
  readonly parameters: { readonly query: infer Query };
}
  ? { readonly query: Query }
  : Operation extends { readonly parameters: { readonly query?: infer Query extends object } }
    ? { readonly query?: Query }
    : unknown;

type BodyOf<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly "application/json": infer Body } };
}
  ? { readonly body: Body }
  : unknown;

/** The input of a route: the parameters of its path, its query and its body. */
export type InputOf<Name extends RouteName> = object &
  ParamsOf<Operations[Name]> &
  QueryOf<Operations[Name]> &
  BodyOf<Operations[Name]>;

/** The JSON answer of a route; `unknown` if the route answers with a file. */
export type AnswerOf<Name extends RouteName> = Operations[Name] extends {
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": infer Answer } };
  };
}
  ? Answer
  : unknown;

export interface MethodAndUrl {
  readonly method: string;
  readonly url: string;
}

/**
 * Returns the method and the URL of a call. `base` is the path or the URL of the server. Empty
 * members of the query are omitted. Throws for the path parameters `.` and `..`: URLs drop them, so
 * another route would be called.
 */
export function methodAndUrl(base: string, name: RouteName, input: object): MethodAndUrl {
  const space = name.indexOf(" ");
  const params = "params" in input ? entriesOf(input.params) : new Map<string, string>();
  const path = name
    .slice(space + 1)
    .replaceAll(/:(\w+)/g, (_, key: string) => segmentOf(name, params.get(key) ?? ""));
  const query = "query" in input ? new URLSearchParams([...entriesOf(input.query)]) : "";
  const search = query.toString();
  const target = `/admin/v1${path}${search === "" ? "" : `?${search}`}`;
  return {
    method: name.slice(0, space),
    // U+FFFD: the server refuses the upper case, which Bun writes for bytes that are not UTF-8.
    url: base + target.replaceAll("%EF%BF%BD", "%ef%bf%bd"),
  };
}

function segmentOf(name: RouteName, value: string): string {
  if (value === "." || value === "..") {
    throw new RangeError(`The path of ${name} cannot hold "${value}"`);
  }
  return encodeURIComponent(value);
}

/** The members of `values` as texts, without those that are missing, null or empty. */
export function entriesOf(values: unknown): Map<string, string> {
  return new Map(
    Object.entries(values ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
    ),
  );
}
