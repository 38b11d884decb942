/** Patterns of files that git ignores, with the directory to which they belong. */
export interface IgnoreRules {
  /** Relative to the root of the repository, with `/` at its end; empty for the root. */
  readonly base: string;
  readonly rules: readonly IgnoreRule[];
}

interface IgnoreRule {
  readonly glob: Bun.Glob;
  readonly isNegated: boolean;
  readonly isDirectoryOnly: boolean;
}

const rulesMax = 2000;
const trailingSpaces = /(?<!\\)[ \t\r]+$/;
/** Braces and a first `!` have a meaning in globs, and none in a .gitignore. */
const signsOfGlobs = /(?<!\\)[{}]|^!/g;

/** Reads the text of a .gitignore in the directory `base`. */
export function parseIgnoreRules(text: string, base: string): IgnoreRules {
  const lines = text.split("\n").map((line) => line.replace(trailingSpaces, ""));
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return { base, rules: patterns.slice(0, rulesMax).map(ruleOf) };
}

function ruleOf(line: string): IgnoreRule {
  const isNegated = line.startsWith("!");
  const pattern = isNegated ? line.slice(1) : line;
  const isDirectoryOnly = pattern.endsWith("/");
  const body = isDirectoryOnly ? pattern.slice(0, -1) : pattern;
  const isAnchored = body.includes("/");
  const glob = (body.startsWith("/") ? body.slice(1) : body).replace(signsOfGlobs, "\\$&");
  return {
    glob: new Bun.Glob(isAnchored ? glob : `**/${glob}`),
    isNegated,
    isDirectoryOnly,
  };
}

/** Whether git ignores a path; the last rule that matches decides. The lists begin at the root. */
export function isIgnored(
  lists: readonly IgnoreRules[],
  path: string,
  isDirectory: boolean,
): boolean {
  for (const { base, rules } of lists.toReversed()) {
    const below = path.slice(base.length);
    const rule = rules.findLast(
      (each) => (isDirectory || !each.isDirectoryOnly) && each.glob.match(below),
    );
    if (rule !== undefined) {
      return !rule.isNegated;
    }
  }
  return false;
}
