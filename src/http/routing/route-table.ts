export interface Route {
  readonly method: string;
  /** The pattern; a segment that starts with a colon matches any one segment of a path. */
  readonly path: string;
}

/** Returns the methods of a path, in alphabetical order; none for an unknown path. */
export function allowedMethods(routes: readonly Route[], path: string): readonly string[] {
  const segments = segmentsOf(path);
  const methods = new Set(
    routes.filter((route) => matches(segmentsOf(route.path), segments)).map(({ method }) => method),
  );
  if (methods.has("GET")) {
    methods.add("HEAD");
  }
  return [...methods].sort();
}

function segmentsOf(path: string): readonly string[] {
  return (path.endsWith("/") ? path.slice(0, -1) : path).split("/");
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) =>
      part.startsWith(":") ? segments[index] !== "" : part === segments[index],
    )
  );
}
