import type { ClientRequest, IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { describeError } from "../../core/text/describe-error.ts";
import { type CheckedTarget, resolveTarget } from "./check-target.ts";
import { systemNetwork } from "./target-network.ts";
import type { TargetAnswer, TargetNetwork, TargetRequest } from "./webhook-target.ts";

const answerBytesMax = 65_536;
/** Responses before the final one, such as status 103; a server that sends more is cut off. */
const interimAnswersMax = 10;

/**
 * Sends a request to a target: resolves its host, checks its addresses, and connects to a checked one.
 * Redirects are responses. All of it takes at most 20 seconds. Never rejects because of the
 * network.
 */
export async function sendToTarget(
  request: TargetRequest,
  network: TargetNetwork = systemNetwork,
): Promise<TargetAnswer> {
  const timeout = AbortSignal.timeout(network.requestMs);
  const signal = AbortSignal.any([timeout, ...(request.signal ? [request.signal] : [])]);
  const target = await resolveTarget(request.url, request.allowed, {
    resolve: network.resolve,
    signal,
  });
  if ("reason" in target) {
    return { kind: "failed", reason: `the URL ${target.reason}` };
  }
  try {
    return await exchange(target, request, { signal, authorities: network.authorities });
  } catch (error) {
    const reason = timeout.aborted
      ? `no complete answer within ${network.requestMs / 1_000} seconds`
      : describeError(error);
    return { kind: "failed", reason };
  }
}

interface ExchangeOptions {
  readonly signal: AbortSignal;
  readonly authorities: string | undefined;
}

/**
 * Not `fetch`: it obeys HTTP_PROXY, and the proxy would resolve the name again. Loads the clients when
 * they are needed, because they take 6 ms of a start.
 */
async function exchange(
  target: CheckedTarget,
  { headers, body }: TargetRequest,
  { signal, authorities }: ExchangeOptions,
): Promise<TargetAnswer> {
  const { url, host } = target;
  const options: RequestOptions = {
    method: body === null ? "GET" : "POST",
    host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      ...(body === null ? {} : { "content-length": Buffer.byteLength(body) }),
    },
    lookup: checkedLookup(target.addresses),
    // A separate connection: a reused one was checked for another request.
    agent: false,
    signal,
    // NODE_TLS_REJECT_UNAUTHORIZED must not disable the check of certificates here.
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: authorities }),
  };
  const client = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  return new Promise((resolve, reject) => {
    const request = client.request(options);
    refuseManyInterimAnswers(request);
    request.on("error", reject);
    request.on("response", (answer) => {
      readAnswer(answer).then(resolve, reject);
    });
    request.on("close", () =>
      reject(new Error("the connection was closed before the answer ended")),
    );
    request.end(body ?? undefined);
  });
}

/** Connects to the checked addresses, instead of asking the resolver again. */
function checkedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all === true) {
      callback(null, found);
    } else {
      callback(null, first?.address ?? "", first?.family);
    }
  };
}

function refuseManyInterimAnswers(request: ClientRequest): void {
  let count = 0;
  request.on("information", () => {
    count += 1;
    if (count > interimAnswersMax) {
      request.destroy(new Error("too many interim answers"));
    }
  });
}

/**
 * Reads the first 64 KiB, and closes the connection then. Never settles if the response ends too
 * early.
 */
function readAnswer(answer: IncomingMessage): Promise<TargetAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const finish = () =>
      resolve({
        kind: "answered",
        status: answer.statusCode ?? 0,
        headers: headersOf(answer),
        body: Buffer.concat(chunks).subarray(0, answerBytesMax).toString(),
      });
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= answerBytesMax) {
        finish();
        answer.destroy();
      }
    });
    answer.on("end", finish);
    answer.on("error", reject);
  });
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) {
      headers.append(name, value);
    }
  }
  return headers;
}
