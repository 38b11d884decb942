/**
 * Whether a key matches a pattern, in which `*` matches any text, also none. Every part between two
 * stars is searched once, so no pattern takes long.
 */
export function matchesKeyPattern(pattern: string, key: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) {
    return key === pattern;
  }
  if (key.length < start.length + end.length || !key.startsWith(start) || !key.endsWith(end)) {
    return false;
  }
  let rest = key.slice(start.length, key.length - end.length);
  for (const part of parts) {
    const place = rest.indexOf(part);
    if (place < 0) {
      return false;
    }
    rest = rest.slice(place + part.length);
  }
  return true;
}
