const version = /^(\d+\.\d+\.\d+)(?:-([0-9A-Za-z.]+))?$/;

/**
 * The version as Debian's and Fedora's package managers sort it: `~` makes `0.3.0~dev` older than
 * `0.3.0`. Throws for a version that is not `1.2.3` or `1.2.3-word.4`.
 */
export function packageVersion(released: string): string {
  const [, release, word] = version.exec(released) ?? [];
  if (release === undefined) {
    throw new Error(`The version ${released} has no form that package managers can sort`);
  }
  return word === undefined ? release : `${release}~${word}`;
}
