import { dirname, join } from "node:path";
import { sourceUrl } from "./repository-address.ts";

const link = /(?<image>!?)\[(?<text>[^\]]*)\]\((?<target>[^)\s]+)\)/g;
const isElsewhere = /^(?:[a-z]+:|#)/;

/** A Markdown document whose links to files outside the package lead to the repository. */
export function withPackedLinks(path: string, markdown: string, packed: readonly string[]): string {
  return markdown.replaceAll(link, (whole: string, image: string, text: string, target: string) => {
    const [file = "", anchor] = target.split("#");
    const found = join(dirname(path), file);
    if (isElsewhere.test(target) || packed.includes(found)) {
      return whole;
    }
    const address = sourceUrl(found, image === "" ? "blob" : "raw");
    return `${image}[${text}](${address}${anchor === undefined ? "" : `#${anchor}`})`;
  });
}
