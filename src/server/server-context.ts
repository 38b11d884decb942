import type { Config } from "../config/config.ts";
import { faultLog } from "../http/log/fault-log.ts";
import type { Log } from "../http/log/log.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";
import { docsLink } from "./public-links.ts";

/** The context that all APIs of a server share. */
export function contextOf(config: Config, log: Log): ApiContext {
  const { publicUrl, basePath, ui } = config;
  return {
    docsUrl: docsLink(config),
    siteUrl: ui.isServed ? (publicUrl ?? basePath) : undefined,
    onFault: faultLog(log),
    trace: new RequestTrace(),
  };
}
