import { posix } from "node:path";

/** The texts of a repository's files by path from its root. */
export type Files = ReadonlyMap<string, string>;

export interface Reference {
  /** The file that contains it. */
  readonly from: string;
  /** The text of the reference, with its anchor. */
  readonly written: string;
}

const codeBlock = /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\k<fence>[ \t]*$/gm;
const inlineCode = /(?<ticks>`+)(?!`)[^\n]*?(?<!`)\k<ticks>(?!`)/g;
const comment = /<!--[\s\S]*?-->/g;
const heading = /^ {0,3}#{1,6}[ \t]+(?<text>[^\n]*?)[ \t]*#*[ \t]*$/gm;
const linkInText = /!?\[(?<text>[^\]\n]*)\]\([^)\n]*\)/g;
const notInSlug = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** Returns the anchors of a document's headings as on GitHub; a repeated one ends in a number. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { groups } of document.replace(codeBlock, "").matchAll(heading)) {
    const text = (groups?.text ?? "").replace(linkInText, "$<text>");
    const slug = text.toLowerCase().replace(notInSlug, "").replaceAll(" ", "-");
    let anchor = slug;
    for (let repeated = 1; anchors.has(anchor); repeated++) {
      anchor = `${slug}-${repeated}`;
    }
    anchors.add(anchor);
  }
  return anchors;
}

const inlineLink = /\]\(\s*<?(?<target>[^\s)>]*)>?(?:\s+["'][^\n]*?["'])?\s*\)/g;
const definedLink = /^ {0,3}\[[^\]\n]+\]:\s*<?(?<target>[^\s>]+)>?/gm;
const external = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** Returns the targets of a document's relative links, without those in code. */
export function relativeLinksOf(document: string): readonly string[] {
  const prose = [codeBlock, inlineCode, comment].reduce(
    (text, pattern) => text.replace(pattern, ""),
    document,
  );
  return [...prose.matchAll(inlineLink), ...prose.matchAll(definedLink)]
    .map(({ groups }) => groups?.target ?? "")
    .filter((target) => !external.test(target));
}

/** Returns the links of documents whose file or heading does not exist. */
export function brokenLinks(documents: Files, files: Files): readonly Reference[] {
  return [...documents].flatMap(([from, text]) =>
    relativeLinksOf(text)
      .filter((target) => !hasTarget(from, target, files))
      .map((written) => ({ from, written })),
  );
}

function hasTarget(from: string, target: string, files: Files): boolean {
  const [path = "", anchor] = target.split("#", 2);
  const to = path === "" ? from : posix.join(posix.dirname(from), decodeURI(path));
  // Only GitHub treats a leading slash as the repository's root.
  return !path.startsWith("/") && exists(to, anchor, files);
}

function exists(path: string, anchor: string | undefined, files: Files): boolean {
  const text = files.get(path);
  if (text === undefined || anchor === undefined) {
    return text !== undefined;
  }
  return path.endsWith(".md") && anchorsOf(text).has(anchor);
}

const documentReference =
  /(?<![\w./-])docs\/(?<name>[\w.-]+\.md)(?:#(?<anchor>[\p{L}\p{M}\p{N}_-]*))?/gu;

/** Returns the references of code to documents below `docs/` whose file or heading is missing. */
export function brokenReferences(code: Files, files: Files): readonly Reference[] {
  return [...code].flatMap(([from, text]) =>
    Array.from(text.matchAll(documentReference), ({ groups, 0: written }) => ({
      from,
      written,
      isBroken: !exists(`docs/${groups?.name}`, groups?.anchor, files),
    }))
      .filter(({ isBroken }) => isBroken)
      .map(({ written }) => ({ from, written })),
  );
}

const pathInCode = /`(?<path>(?:src|test|packaging|drizzle|docs)\/[\w./-]+)`/g;

/** Returns the paths that documents name in inline code and that are no file and no folder. */
export function missingPaths(documents: Files, files: Files): readonly Reference[] {
  const paths = [...files.keys()];
  const isThere = (path: string) =>
    files.has(path) || paths.some((file) => file.startsWith(`${path.replace(/\/$/, "")}/`));
  return [...documents].flatMap(([from, text]) =>
    Array.from(text.matchAll(pathInCode), ({ groups }) => groups?.path ?? "")
      .filter((path) => !isThere(path))
      .map((written) => ({ from, written })),
  );
}

/** Returns every mention of one of the names in the files. */
export function mentionsOf(names: readonly string[], files: Files): readonly Reference[] {
  const patterns = names.map((name) => new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?!\\w)`, "g"));
  return [...files].flatMap(([from, text]) =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([written]) => ({ from, written })),
    ),
  );
}
