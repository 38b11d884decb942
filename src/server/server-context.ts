import type { Config } from "../config/config.ts";
import { InvariantError } from "../core/invariant-error.ts";
import { faultLog } from "../http/log/fault-log.ts";
import type { Log } from "../http/log/log.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";
import { docsLink } from "./public-links.ts";

/** The exit code after a broken invariant (docs/reliability.md#invariants). */
const exitBroken = 70;

/**
 * The context that all APIs of a server share. A broken invariant ends the process at once: the disk
 * has everything that was answered, and the memory is wrong.
 */
export function contextOf(
  config: Config,
  log: Log,
  endProcess: (code: number) => never,
): ApiContext {
  const logFault = faultLog(log);
  const { publicUrl, basePath, ui } = config;
  return {
    docsUrl: docsLink(config),
    siteUrl: ui.isServed ? (publicUrl ?? basePath) : undefined,
    onFault(error, requestId) {
      if (error instanceof InvariantError) {
        log.error("the server ends: an invariant is broken", { invariant: error.message });
        endProcess(exitBroken);
      }
      logFault(error, requestId);
    },
    trace: new RequestTrace(),
  };
}
