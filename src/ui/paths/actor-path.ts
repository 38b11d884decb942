import { usePathname } from "wouter/use-browser-location";
import { pageFacts } from "../api/page-facts.ts";
import { useQueryState } from "../parts/use-query-state.ts";

export const actorsPath = "/actors";
const prefix = `${actorsPath}/`;
/** Browsers remove these segments from a path, also if they are encoded. */
const removedSegments: ReadonlySet<string> = new Set([".", ".."]);

interface PathWithQuery {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The page of an actor: the id is one segment, whatever characters it has. */
export function actorPath(id: string): PathWithQuery {
  return removedSegments.has(id)
    ? { path: actorsPath, query: { id } }
    : { path: prefix + encodeURIComponent(id.toWellFormed()), query: {} };
}

/** The id in the URL; empty on the page that asks for one. */
export function useActorId(): string {
  const path = usePathname().slice(pageFacts.base.length);
  const [params] = useQueryState();
  if (!path.startsWith(prefix)) {
    return params.get("id") ?? "";
  }
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return "";
  }
}
