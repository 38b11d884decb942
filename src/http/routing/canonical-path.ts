import { GatehouseError, type Refusal } from "../../errors.ts";
import { percentDecode } from "../request/percent-decoding.ts";

/** A part of the API where everything after the prefix is one name, slashes included. */
type GreedyPrefix = {
  readonly prefix: string;
  /** Last segments that, written raw, are no part of the name. */
  readonly actions: readonly string[];
  /** The path meant when nothing follows the prefix; without it that is refused as `missing`. */
  readonly bare?: string;
  readonly missing: Refusal;
};

const greedyPrefixes: readonly GreedyPrefix[] = [
  {
    prefix: "/features/",
    actions: [
      "/boolean",
      "/expression",
      "/groups",
      "/actors",
      "/percentage_of_actors",
      "/percentage_of_time",
      "/clear",
    ],
    bare: "/features",
    missing: "feature_name_missing",
  },
  { prefix: "/actors/", actions: [], missing: "flipper_id_missing" },
];

const slash = 0x2f;

/**
 * The path that a router of segments can match, still percent-encoded (DESIGN.md sections 2 and 6).
 * `path` is the raw path of the request URL after the API's prefix. A feature name or actor id
 * becomes one segment, so that `/features/a/b` and `/features/a%2Fb` are one feature; a raw last
 * segment such as `/clear` is the action, `%2Fclear` a part of the name. Leading slashes count once.
 * A path that starts with no slash is left alone: it did not end at the prefix. Throws
 * request_invalid for bad escapes, and for an empty name or id what the table says.
 */
export function canonicalPath(path: string): string {
  const rooted = withOneLeadingSlash(path);
  percentDecode(rooted);
  for (const greedy of greedyPrefixes) {
    if (rooted.startsWith(greedy.prefix)) {
      return withNameInOneSegment(rooted, greedy);
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

function withNameInOneSegment(path: string, greedy: GreedyPrefix): string {
  const nameStart = greedy.prefix.length;
  if (path.length === nameStart && greedy.bare !== undefined) {
    return greedy.bare;
  }
  const nameEnd = endOfName(path, greedy);
  if (nameEnd <= nameStart) {
    throw new GatehouseError(greedy.missing);
  }
  const nextSlash = path.indexOf("/", nameStart);
  if (nextSlash === -1 || nextSlash === nameEnd) {
    return path;
  }
  const name = path.slice(nameStart, nameEnd).replaceAll("/", "%2F");
  return greedy.prefix + name + path.slice(nameEnd);
}

/** The index after the name: where the action starts, or the end of the path. */
function endOfName(path: string, greedy: GreedyPrefix): number {
  const action = greedy.actions.find((suffix) => path.endsWith(suffix));
  const start = path.length - (action?.length ?? 0);
  return start >= greedy.prefix.length ? start : path.length;
}
