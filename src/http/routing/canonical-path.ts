import { GatehouseError, type Refusal } from "../../errors.ts";
import { percentDecode } from "../request/percent-decoding.ts";

/** A prefix of paths after which everything is one name, slashes included. */
export interface NamePrefix {
  /** Such as `/features/`. */
  readonly prefix: string;
  /** Last segments, such as `/clear`, that are not part of the name when they are sent unescaped. */
  readonly actions: readonly string[];
  /** The path that the bare prefix means; without it a bare prefix is refused with `missing`. */
  readonly bare?: string;
  /** The refusal of an empty name. */
  readonly missing: Refusal;
}

const slash = 0x2f;

/**
 * The path that a router of segments can match, still percent-encoded (docs/api.md#names-in-paths).
 * `path` is the raw path of the request URL after the API's prefix. A name becomes one segment, so
 * that `/features/a/b` and `/features/a%2Fb` are one feature; an unescaped last segment such as
 * `/clear` is the action, `%2Fclear` is part of the name. Several leading slashes count as one. A
 * path without a leading slash is returned unchanged: it did not end at the API's prefix. Throws
 * request_invalid for bad escapes, and each prefix's own refusal for an empty name.
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
    throw new GatehouseError(namePrefix.missing);
  }
  const nextSlash = path.indexOf("/", nameStart);
  if (nextSlash === -1 || nextSlash === nameEnd) {
    return path;
  }
  const name = path.slice(nameStart, nameEnd).replaceAll("/", "%2F");
  return namePrefix.prefix + name + path.slice(nameEnd);
}

/** The index after the name: where the action starts, or the end of the path. */
function endOfName(path: string, namePrefix: NamePrefix): number {
  const action = namePrefix.actions.find((suffix) => path.endsWith(suffix));
  const start = path.length - (action?.length ?? 0);
  return start >= namePrefix.prefix.length ? start : path.length;
}
