import { version } from "../package.json" with { type: "json" };
import { repository } from "../packaging/repository.json" with { type: "json" };

const [owner = "", name = ""] = repository.split("/");

export const repositoryUrl = `https://github.com/${repository}`;
/** Where GitHub Pages serves the site. */
export const origin = `https://${owner.toLowerCase()}.github.io`;
export const base = `/${name}/`;

/** The source text of a file that is not a page. */
export function sourceUrl(path: string): string {
  const tag = version.endsWith("-dev") ? "main" : `v${version}`;
  return `${repositoryUrl}/blob/${tag}/${path}`;
}
