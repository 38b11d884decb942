import { version } from "../package.json" with { type: "json" };
import { repository } from "./repository.json" with { type: "json" };

/** A repository on GitHub, or its images, of any owner. */
const addresses = /\b(github\.com|ghcr\.io)\/[\w.-]+\/gatehouse(?![\w-])/g;
const isDevelopment = version.endsWith("-dev");

export const repositoryUrl = `https://github.com/${repository}`;
/** Image names have no capitals; the placeholder for an owner has. */
const imageRepository = repository.startsWith("OWNER/") ? repository : repository.toLowerCase();
export const imageName = `ghcr.io/${imageRepository}`;
/** The files of the release of this version. Undefined between releases. */
export const releaseUrl = isDevelopment
  ? undefined
  : `${repositoryUrl}/releases/download/v${version}`;

/** A text that names the repository by its current address. */
export function withRepository(text: string): string {
  return text.replaceAll(addresses, (_, host: string) =>
    host === "ghcr.io" ? imageName : `${host}/${repository}`,
  );
}

/** A file of the repository at this version: the page that shows it, or its bytes. */
export function sourceUrl(path: string, form: "blob" | "raw" = "blob"): string {
  return `${repositoryUrl}/${form}/${isDevelopment ? "main" : `v${version}`}/${path}`;
}
