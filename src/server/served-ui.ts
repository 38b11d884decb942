import { posix } from "node:path";
import type { Config } from "../config/config.ts";
import { GatehouseError } from "../errors.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { Log } from "../log/log.ts";
import { readChangingUiPack } from "../web/pack.ts";
import { uiSegments } from "../web/page-paths.ts";
import { WebUi } from "../web/web-ui.ts";

export interface ServedUiOptions {
  readonly config: Config;
  readonly log: Log;
  readonly context: ApiContext;
  /** The path of the built UI. */
  readonly pack: string;
}

/**
 * The web UI of a server: at the base path, and in mountable mode at the parent of the mount path.
 * Undefined with `--no-ui`.
 */
export function servedUi({ config, log, context, pack }: ServedUiOptions): WebUi | undefined {
  const { mode, basePath, mountPath, publicUrl } = config;
  if (!config.ui.isServed) {
    return undefined;
  }
  const parent = mode === "hosted" ? "" : parentOf(mountPath);
  if (mode === "mountable" && uiSegments.includes(posix.basename(mountPath))) {
    log.warn("no web UI: the API's path hides it, see --mount-path", { path: mountPath });
    return undefined;
  }
  return new WebUi({
    context,
    mode,
    pack: readChangingUiPack(pack),
    basePath: basePath + parent,
    publicPath: (publicUrl === undefined ? basePath : pathOf(publicUrl)) + parent,
    api: {
      fetch() {
        throw new GatehouseError("route_not_found");
      },
    },
  });
}

/** `/flipper` for `/flipper/api`; empty for `/api`. */
function parentOf(mountPath: string): string {
  return mountPath.slice(0, mountPath.lastIndexOf("/"));
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname.replace(trailingSlash, "") ?? "";
}

const trailingSlash = /\/$/;
