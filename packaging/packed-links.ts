import { dirname, join } from "node:path";

const link = /!?\[(?<text>[^\]]*)\]\((?<target>[^)\s]+)\)/g;
const isElsewhere = /^(?:[a-z]+:|#)/;

/** A Markdown document with the text alone of links to files that are not packed beside it. */
export function withPackedLinks(path: string, markdown: string, packed: readonly string[]): string {
  return markdown.replaceAll(link, (whole: string, text: string, target: string) => {
    const [file = ""] = target.split("#");
    const isPacked = isElsewhere.test(target) || packed.includes(join(dirname(path), file));
    return isPacked ? whole : text;
  });
}
