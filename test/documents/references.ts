import { posix } from "node:path";

/** Texts of a repository's files by their paths from its root. */
export type Files = ReadonlyMap<string, string>;

export interface Reference {
  /** The file it stands in. */
  readonly from: string;
  /** As it is written, with its anchor. */
  readonly written: string;
}

const codeBlock = /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\k<fence>[ \t]*$/gm;
const inlineCode = /(?<ticks>`+)(?!`)[^\n]*?(?<!`)\k<ticks>(?!`)/g;
const comment = /<!--[\s\S]*?-->/g;
const heading = /^ {0,3}#{1,6}[ \t]+(?<text>[^\n]*?)[ \t]*#*[ \t]*$/gm;
const linkInText = /!?\[(?<text>[^\]\n]*)\]\([^)\n]*\)/g;
const notInSlug = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** The anchors of a document's headings, as GitHub makes them: a repeated one ends with a number. */
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

/** The targets of a document's links that lead to files beside it; code holds no links. */
export function relativeLinksOf(document: string): readonly string[] {
  const prose = [codeBlock, inlineCode, comment].reduce(
    (text, pattern) => text.replace(pattern, ""),
    document,
  );
  return [...prose.matchAll(inlineLink), ...prose.matchAll(definedLink)]
    .map(({ groups }) => groups?.target ?? "")
    .filter((target) => !external.test(target));
}

/** The links of documents that lead to no file, or to no heading of it. */
export function brokenLinks(documents: Files, files: Files): readonly Reference[] {
  return [...documents].flatMap(([from, text]) =>
    relativeLinksOf(text)
      .filter((target) => !leadsSomewhere(from, target, files))
      .map((written) => ({ from, written })),
  );
}

function leadsSomewhere(from: string, target: string, files: Files): boolean {
  const [path = "", anchor] = target.split("#", 2);
  const to = path === "" ? from : posix.join(posix.dirname(from), decodeURI(path));
  // GitHub alone takes a first slash for the repository's root.
  return !path.startsWith("/") && isThere(to, anchor, files);
}

function isThere(path: string, anchor: string | undefined, files: Files): boolean {
  const text = files.get(path);
  if (text === undefined || anchor === undefined) {
    return text !== undefined;
  }
  return path.endsWith(".md") && anchorsOf(text).has(anchor);
}

const documentReference =
  /(?<![\w./-])docs\/(?<name>[\w.-]+\.md)(?:#(?<anchor>[\p{L}\p{M}\p{N}_-]*))?/gu;

/** The mentions in code of documents below `docs/` that are not there, or lack the heading. */
export function brokenReferences(code: Files, files: Files): readonly Reference[] {
  return [...code].flatMap(([from, text]) =>
    Array.from(text.matchAll(documentReference), ({ groups, 0: written }) => ({
      from,
      written,
      isThere: isThere(`docs/${groups?.name}`, groups?.anchor, files),
    }))
      .filter((reference) => !reference.isThere)
      .map(({ written }) => ({ from, written })),
  );
}

/** Where files mention one of the names, whatever else is in the line. */
export function mentionsOf(names: readonly string[], files: Files): readonly Reference[] {
  const patterns = names.map((name) => new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?!\\w)`, "g"));
  return [...files].flatMap(([from, text]) =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([written]) => ({ from, written })),
    ),
  );
}
