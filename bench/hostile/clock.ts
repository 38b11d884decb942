/** Milliseconds since the epoch, with fractions: two processes can compare them. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
