import { percentDecode } from "../http/request/percent-decoding.ts";

/** The pattern of a route, such as `/groups/:group`, in its segments. */
export interface RoutePattern {
  readonly segments: readonly string[];
}

export function routePattern(path: string): RoutePattern {
  return { segments: path.split("/") };
}

/**
 * The parameters of a path that matches the pattern, each decoded once, so that a name with slashes,
 * percents or question marks is one segment; undefined for another path. Throws request_invalid for
 * escapes that are not UTF-8.
 */
export function matchRoute(
  { segments }: RoutePattern,
  path: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (path.length !== segments.length) {
    return undefined;
  }
  const isMatch = segments.every((part, index) =>
    part.startsWith(":") ? path[index] !== "" : part === path[index],
  );
  if (!isMatch) {
    return undefined;
  }
  const params = segments.flatMap((part, index): [string, string][] =>
    part.startsWith(":") ? [[part.slice(1), percentDecode(path[index] ?? "")]] : [],
  );
  return Object.fromEntries(params);
}
