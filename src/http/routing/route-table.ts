export interface Route {
  readonly method: string;
  /** Segments that start with a colon stand for one segment of a path. */
  readonly path: string;
}

/** The methods that some path answers, in the order of an Allow header; none for an unknown path. */
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
