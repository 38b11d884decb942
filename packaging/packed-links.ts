import { dirname, join } from "node:path";

const link = /!?\[(?<text>[^\]]*)\]\((?<target>[^)\s]+)\)/g;
const isElsewhere = /^(?:[a-z]+:|#)/;

/** A Markdown document that keeps only the text of links to files outside the package. */
export function withPackedLinks(path: string, markdown: string, packed: readonly string[]): string {
  return markdown.replaceAll(link, (whole: string, text: string, target: string) => {
    const [file = ""] = target.split("#");
    const isPacked = isElsewhere.test(target) || packed.includes(join(dirname(path), file));
    return isPacked ? whole : text;
  });
}
