import type { Config } from "../config/config.ts";

type LinkConfig = Pick<Config, "basePath" | "docsUrl" | "publicUrl">;

/** Returns the link to the documentation in error answers; a path unless a URL is configured. */
export function docsLink({ docsUrl, publicUrl, basePath }: LinkConfig): string {
  return docsUrl ?? `${publicUrl ?? basePath}/swagger`;
}

/** Returns the URL of the web UI, without a trailing slash. */
export function siteLink({ publicUrl, basePath }: LinkConfig, listeningUrl: string): string {
  return publicUrl ?? reachable(listeningUrl) + basePath;
}

/** Returns the origin of `--public-url`, as browsers write it; undefined without the setting. */
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
    ? reachable(listeningUrl) + prefix
    : publicUrl + prefix.slice(basePath.length);
}

const everyAddress = /(?<=^https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=:|$)/;

/**
 * The URLs that the first start shows. No client can connect to an address that means all addresses.
 */
export function startUrls(config: LinkConfig, prefix: string, listeningUrl: string) {
  return {
    apiUrl: apiLink(config, prefix, listeningUrl),
    siteUrl: siteLink(config, listeningUrl),
    isOnEveryAddress: everyAddress.test(listeningUrl),
  };
}

function reachable(listeningUrl: string): string {
  return listeningUrl.replace(everyAddress, "localhost");
}

/** Returns a path of this server as clients see it: a proxy may use another base path. */
export function publicPath({ publicUrl, basePath }: LinkConfig, path: string): string {
  const base =
    publicUrl === undefined
      ? basePath
      : (URL.parse(publicUrl)?.pathname.replace(trailingSlash, "") ?? "");
  return base + path.slice(basePath.length);
}

const trailingSlash = /\/$/;
