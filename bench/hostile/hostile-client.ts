import { apiPrefix, type Gatehouse, token as productionToken } from "../gatehouse.ts";
import { now } from "./clock.ts";

export interface HostileRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  /** Below the API's prefix. */
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface HostileAnswer {
  /** Null if the connection was closed without a whole answer. */
  readonly status: number | null;
  /** Bytes of the body. */
  readonly byteCount: number;
  readonly tookMs: number;
}

export const asJson = { "content-type": "application/json" };
export const asGzipJson = { ...asJson, "content-encoding": "gzip" };
export const asForm = { "content-type": "application/x-www-form-urlencoded" };

/** Sends a request and reads its answer to the end, without keeping it. */
export function ask(server: Gatehouse, request: HostileRequest): Promise<HostileAnswer> {
  const { token, headers, path, ...init } = request;
  return askUrl(server.origin + apiPrefix + path, {
    ...init,
    headers: { "flipper-cloud-token": token ?? productionToken, ...headers },
  });
}

/** As `ask`, for any URL. */
export async function askUrl(url: string, init: RequestInit = {}): Promise<HostileAnswer> {
  const startedMs = now();
  let [status, byteCount]: [number | null, number] = [null, 0];
  try {
    const response = await fetch(url, {
      ...init,
      headers: { "accept-encoding": "identity", ...headersOf(init) },
      decompress: false,
    });
    for await (const chunk of response.body ?? []) {
      byteCount += chunk.length;
    }
    status = response.status;
  } catch {
    status = null;
  }
  return { status, byteCount, tookMs: now() - startedMs };
}

/** Sends requests one after the other. */
export async function askInTurn(
  server: Gatehouse,
  requests: readonly HostileRequest[],
): Promise<readonly HostileAnswer[]> {
  const answers: HostileAnswer[] = [];
  for (const request of requests) {
    answers.push(await ask(server, request));
  }
  return answers;
}

/** Such as `200 x 3, 503 x 2`. */
export function statusText(answers: readonly HostileAnswer[]): string {
  const byStatus = Map.groupBy(answers, ({ status }) => (status === null ? "closed" : `${status}`));
  return [...byStatus]
    .map(([status, { length }]) => (length === 1 ? status : `${status} x ${length}`))
    .join(", ");
}

function headersOf({ headers }: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(headers ?? {}));
}
