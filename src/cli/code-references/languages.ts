/** How the source text of a language is read. */
export interface Language {
  readonly name: LanguageName;
  /** The start of a comment that ends with its line. */
  readonly lineComment: string;
  /** Whether comments between slashes and stars exist. */
  readonly hasBlockComments: boolean;
  readonly strings: readonly StringForm[];
  /** Whether `/…/` may be a regular expression. */
  readonly hasPatterns: boolean;
  /** Whether a call may have arguments without parentheses. */
  readonly hasBareArguments: boolean;
}

export const languageNames = ["ruby", "javascript", "python", "go"] as const;
export type LanguageName = (typeof languageNames)[number];

export interface StringForm {
  /** The text at both ends. */
  readonly quote: string;
  readonly isMultiline: boolean;
  readonly hasEscapes: boolean;
  /** The text before an expression in the string; such an expression ends with a brace. */
  readonly interpolation?: string;
}

const plain = { isMultiline: false, hasEscapes: true };
const long = { isMultiline: true, hasEscapes: true };
const inRuby = { ...long, interpolation: "#{" };

export const languages: Readonly<Record<LanguageName, Language>> = {
  ruby: {
    name: "ruby",
    lineComment: "#",
    hasBlockComments: false,
    strings: [
      { quote: '"', ...inRuby },
      { quote: "'", ...long },
      { quote: "`", ...inRuby },
    ],
    hasPatterns: true,
    hasBareArguments: true,
  },
  javascript: {
    name: "javascript",
    lineComment: "//",
    hasBlockComments: true,
    strings: [
      { quote: '"', ...plain },
      { quote: "'", ...plain },
      { quote: "`", ...long, interpolation: "${" },
    ],
    hasPatterns: true,
    hasBareArguments: false,
  },
  python: {
    name: "python",
    lineComment: "#",
    hasBlockComments: false,
    strings: [
      { quote: '"""', ...long },
      { quote: "'''", ...long },
      { quote: '"', ...plain },
      { quote: "'", ...plain },
    ],
    hasPatterns: false,
    hasBareArguments: false,
  },
  go: {
    name: "go",
    lineComment: "//",
    hasBlockComments: true,
    strings: [
      { quote: '"', ...plain },
      { quote: "'", ...plain },
      { quote: "`", isMultiline: true, hasEscapes: false },
    ],
    hasPatterns: false,
    hasBareArguments: false,
  },
};

const extensions: Readonly<Record<LanguageName, string>> = {
  ruby: "rb rake ru erb",
  javascript: "js jsx mjs cjs ts tsx mts cts",
  python: "py",
  go: "go",
};
const byExtension = new Map(
  languageNames.flatMap((name) =>
    extensions[name].split(" ").map((extension) => [extension, languages[name]] as const),
  ),
);

/** The language of a file, by the end of its name; undefined if it is not scanned. */
export function languageOf(fileName: string): Language | undefined {
  return byExtension.get(fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase());
}
