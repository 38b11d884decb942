import type { Trace } from "./trace.ts";

/** What all APIs of one server share. */
export interface ApiContext {
  /** Where error answers send their reader (`more_info`); a URL or a path of this server. */
  readonly docsUrl: string;
  /** Called with each fault of ours, and with the request id that its answer carries, if there is one. */
  readonly onFault: (error: unknown, requestId?: string) => void;
  /** Written while a request is routed and admitted; read for metrics and logs. */
  readonly trace: Trace;
}
