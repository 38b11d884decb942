import type { RequestTrace } from "./request-trace.ts";

/** The objects that all APIs of a server share. */
export interface ApiContext {
  /** The value of `more_info` in error answers; a URL or a path of this server. */
  readonly docsUrl: string;
  /** The URL or the path of the web UI, for links to its pages; undefined without it. */
  readonly siteUrl?: string | undefined;
  /** Called with each fault of the server, and with the request id in its answer if it has one. */
  readonly onFault: (error: unknown, requestId?: string) => void;
  /** Written while a request is routed and authenticated; read for metrics and logs. */
  readonly trace: RequestTrace;
}
