/** The usual values of clients; each of them accepts gzip. */
const usualEncodings: ReadonlySet<string> = new Set([
  "gzip",
  "gzip, deflate",
  "gzip, deflate, br",
  "gzip, deflate, br, zstd",
]);

const weightForm = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Whether an Accept-Encoding header allows gzip and does not prefer the plain form (RFC 9110, section
 * 12.5.3). A malformed weight counts as 0. False without the header.
 */
export function acceptsGzip(header: string | null): boolean {
  if (header === null) {
    return false;
  }
  if (usualEncodings.has(header)) {
    return true;
  }
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = item.split(";");
    weights.set(coding.trim(), weightOf(parameters));
  }
  const any = weights.get("*") ?? 0;
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? any;
  const identity = weights.get("identity") ?? 0;
  return gzip > 0 && gzip >= identity;
}

function weightOf(parameters: readonly string[]): number {
  if (parameters.length === 0) {
    return 1;
  }
  const [name = "", value = ""] = parameters[0]?.split("=", 2) ?? [];
  return parameters.length === 1 && name.trim() === "q" && weightForm.test(value.trim())
    ? Number(value)
    : 0;
}

const gzipSuffix = "-gzip";
const opaqueTagForm = /^[\x21\x23-\x7e]+$/;

/**
 * Returns the ETag headers of the plain and the gzip form of a body; `opaqueTag` identifies the
 * content. The bytes of the forms differ, so their strong tags must differ. Apache uses the same
 * suffix. Throws for a tag that a header cannot hold or that ends in the suffix.
 */
export function entityTags(opaqueTag: string): { readonly plain: string; readonly gzip: string } {
  if (!opaqueTagForm.test(opaqueTag) || opaqueTag.endsWith(gzipSuffix)) {
    throw new Error(`an entity tag cannot be made of ${opaqueTag}`);
  }
  return { plain: `"${opaqueTag}"`, gzip: `"${opaqueTag}${gzipSuffix}"` };
}

/**
 * Whether an If-None-Match header holds `*` or, compared weakly, one of the two tags of `entityTags`.
 * A client with one form has the content (docs/api.md#caching). Tags without quotes match nothing.
 */
export function etagMatches(ifNoneMatch: string | null, opaqueTag: string): boolean {
  if (ifNoneMatch === null) {
    return false;
  }
  let start = ifNoneMatch.indexOf('"');
  while (start !== -1) {
    const end = ifNoneMatch.indexOf('"', start + 1);
    if (end === -1) {
      return false;
    }
    if (isTag(ifNoneMatch, start + 1, end, opaqueTag)) {
      return true;
    }
    start = ifNoneMatch.indexOf('"', end + 1);
  }
  return ifNoneMatch.trim() === "*";
}

function isTag(header: string, start: number, end: number, opaqueTag: string): boolean {
  const suffixStart = start + opaqueTag.length;
  return (
    header.startsWith(opaqueTag, start) &&
    (suffixStart === end ||
      (suffixStart + gzipSuffix.length === end && header.startsWith(gzipSuffix, suffixStart)))
  );
}
