import { dirname, join } from "node:path";

export interface SiteLinks {
  /** The document, from the root of the repository. */
  readonly file: string;
  /** The paths of the pages, by their files. */
  readonly slugs: ReadonlyMap<string, string>;
  /** The path of the site, with a slash at its end. */
  readonly base: string;
  /** The address of a file that is no page. */
  readonly sourceUrl: (path: string) => string;
}

const heading = /^# (?<title>.+)\n+/;
const comment = /^<!--.*?-->\n/gms;
const link = /(?<start>\]\()(?<target>[^)\s]+)(?=\))/g;
const isElsewhere = /^(?:[a-z]+:|#)/;
const fencedCode = /(^ *```[\s\S]*?^ *```$)/m;
const picturePath = /^docs\/(?<picture>pictures\/.+)$/;
const space = /\s+/g;
const marks = /\[([^\]]*)\]\([^)]*\)|[`*]/g;
const sentence = /^[^\n#|<`!\-[*][\s\S]*?[.:](?=\s)/m;

/** A document of the repository as a page of the site. Throws for a document without a heading. */
export function sitePage(markdown: string, links: SiteLinks): string {
  const found = heading.exec(markdown);
  if (found?.groups?.title === undefined) {
    throw new Error(`${links.file} does not begin with a heading`);
  }
  const text = markdown.slice(found[0].length).replaceAll(comment, "");
  const linked = outsideCode(text, (prose) =>
    prose.replaceAll(
      link,
      (_whole, start: string, target: string) => start + address(target, links),
    ),
  );
  const facts = { title: found.groups.title, description: description(text) };
  const front = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${front.join("")}---\n\n${linked}`;
}

/** The first sentence, which says what a reader can do after the page. */
function description(text: string): string {
  const first = sentence.exec(text)?.[0] ?? "";
  return first.replaceAll(space, " ").replaceAll(marks, "$1");
}

function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(fencedCode)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

function address(target: string, { file, slugs, base, sourceUrl }: SiteLinks): string {
  if (isElsewhere.test(target)) {
    return target;
  }
  const [path = "", anchor] = target.split("#");
  const linked = join(dirname(file), path);
  const slug = slugs.get(linked);
  const after = anchor === undefined ? "" : `#${anchor}`;
  if (slug !== undefined) {
    return `${base}${slug === "index" ? "" : `${slug}/`}${after}`;
  }
  const picture = picturePath.exec(linked)?.groups?.picture;
  return picture === undefined ? sourceUrl(linked) + after : base + picture;
}
