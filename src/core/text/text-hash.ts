/**
 * A hash that divides lists by their texts alone: FNV-1a of the UTF-16 units, mixed so that its
 * lowest bits depend on all of them. From 0 to 2^32 - 1.
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
