import { GatehouseError, type Refusal } from "../../core/errors.ts";
import { percentDecode } from "../request/percent-decoding.ts";

/** A prefix of paths; the rest of such a path is one name, with its slashes. */
export interface NamePrefix {
  /** For example `/features/`. */
  readonly prefix: string;
  /** Last segments, such as `/clear`, that are not part of the name when they are sent unescaped. */
  readonly actions: readonly string[];
  /** The path that a path without a name means; undefined if such a path is refused. */
  readonly bare?: string;
  /** The refusal of an empty name. */
  readonly missing: Refusal;
}

const slash = 0x2f;

/** The refusal of a path whose name is empty. */
export class MissingName extends GatehouseError {
  /** The same path with a name: it has the same methods. */
  readonly namedPath: string;

  constructor(refusal: Refusal, namedPath: string) {
    super(refusal);
    this.namedPath = namedPath;
  }
}

/**
 * Returns a path with its name in one segment, which Elysia can match, still percent-encoded
 * (docs/api.md#names-in-paths). `path` is the raw path of the request URL after the API's prefix.
 * `/features/a/b` and `/features/a%2Fb` are one feature. An unescaped last segment such as `/clear`
 * is the action; `%2Fclear` is part of the name. Several leading slashes count as one. A path without
 * a leading slash is not below the API's prefix and is returned unchanged. Throws request_invalid for
 * bad escapes, and a `MissingName` for an empty name.
 */
export function canonicalPath(path: string, namePrefixes: readonly NamePrefix[]): string {
  const rooted = withOneLeadingSlash(path);
  percentDecode(rooted);
  for (const namePrefix of namePrefixes) {
    if (rooted.startsWith(namePrefix.prefix)) {
      return withNameInOneSegment(rooted, namePrefix);
    }
  }
  return rooted;
}

function withOneLeadingSlash(path: string): string {
  if (path === "") {
    return "/";
  }
  let slashes = 0;
  while (path.charCodeAt(slashes) === slash) {
    slashes++;
  }
  return slashes > 1 ? path.slice(slashes - 1) : path;
}

function withNameInOneSegment(path: string, namePrefix: NamePrefix): string {
  const nameStart = namePrefix.prefix.length;
  if (path.length === nameStart && namePrefix.bare !== undefined) {
    return namePrefix.bare;
  }
  const nameEnd = endOfName(path, namePrefix);
  if (nameEnd <= nameStart) {
    const namedPath = `${namePrefix.prefix}x${path.slice(nameStart)}`;
    throw new MissingName(namePrefix.missing, namedPath);
  }
  const nextSlash = path.indexOf("/", nameStart);
  if (nextSlash === -1 || nextSlash === nameEnd) {
    return path;
  }
  const name = path.slice(nameStart, nameEnd).replaceAll("/", "%2F");
  return namePrefix.prefix + name + path.slice(nameEnd);
}

/** Returns the index at which the action starts, or the length of the path. */
function endOfName(path: string, namePrefix: NamePrefix): number {
  const action = namePrefix.actions.find((suffix) => path.endsWith(suffix));
  const start = path.length - (action?.length ?? 0);
  return start >= namePrefix.prefix.length ? start : path.length;
}
