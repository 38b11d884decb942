import type { Config } from "../config/config.ts";

type LinkConfig = Pick<Config, "basePath" | "docsUrl" | "publicUrl">;

/** Returns the link to the documentation in error answers; a path unless a URL is configured. */
export function docsLink({ docsUrl, publicUrl, basePath }: LinkConfig): string {
  return docsUrl ?? `${publicUrl ?? basePath}/swagger`;
}

/** Returns the URL of the web UI, without a slash at its end. */
export function siteLink({ publicUrl, basePath }: LinkConfig, listeningUrl: string): string {
  return publicUrl ?? listeningUrl + basePath;
}

/** Returns the origin of `--public-url`, as browsers write it; undefined without one. */
export function publicOriginOf({ publicUrl }: Pick<LinkConfig, "publicUrl">): string | undefined {
  return publicUrl === undefined ? undefined : URL.parse(publicUrl)?.origin;
}

/** Returns the URL of an API for clients; `prefix` is its path in the server. */
export function apiLink(
  { publicUrl, basePath }: LinkConfig,
  prefix: string,
  listeningUrl: string,
): string {
  return publicUrl === undefined
    ? listeningUrl + prefix
    : publicUrl + prefix.slice(basePath.length);
}

/** Returns a path of this server as clients see it: a proxy may have another one for the base. */
export function publicPath({ publicUrl, basePath }: LinkConfig, path: string): string {
  const base =
    publicUrl === undefined
      ? basePath
      : (URL.parse(publicUrl)?.pathname.replace(trailingSlash, "") ?? "");
  return base + path.slice(basePath.length);
}

const trailingSlash = /\/$/;
