import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type Static, Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption, switchOption } from "../../config/option.ts";
import { settings } from "../../config/settings.ts";
import { parseUrl } from "../../config/value-parsers.ts";
import { connectionProblem } from "../../http/client/connection-problem.ts";
import { jsonOption } from "../options/common-options.ts";
import type { Subcommand } from "../subcommand.ts";

const urlOption = optionalOption({
  flag: "url",
  placeholder: "URL",
  description:
    "The server's URL, such as https://toggles.example; unless given, it is built from the " +
    "options below.",
  parse: parseUrl,
});
const readyOption = switchOption({
  flag: "ready",
  description: "Checks that the server is ready for requests, not only that it answers.",
});

const hostOption = {
  ...settings.host,
  description: "The host name or IP address that the server listens on.",
};
const portOption = { ...settings.port, description: "The port that the server listens on." };
const basePathOption = { ...settings.basePath, description: "The base path of the server." };
const tlsOption = {
  ...settings.tlsCertificate,
  description: "The server's certificate; if given, HTTPS is used.",
};

const timeoutMsDefault = 5_000;
const okStatus = 200;
const lastSlashes = /\/+$/;
/**
 * Addresses that a server can listen on but clients cannot connect to, and their loopback addresses.
 */
const loopbackOf: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

interface HealthRequest {
  readonly url: URL;
  readonly isTrusted: boolean;
}

/**
 * `gatehouse health`: a health check for containers that hold only the executable. It reads the
 * server's variables to find its address. Exit code 0 for the status 200, otherwise 1.
 */
export function healthSubcommand(timeoutMs: number = timeoutMsDefault): Subcommand {
  return {
    name: "health",
    summary: "Checks over HTTP that a server is healthy, for container health checks.",
    examples: [
      {
        line: "gatehouse health",
        text: "Exits with code 0 if the server on this machine answers.",
      },
      {
        line: "gatehouse health --ready --url https://toggles.example",
        text: "Exits with code 0 if another server is ready.",
      },
    ],
    json: HealthReport,
    options: [
      readyOption,
      jsonOption,
      urlOption,
      hostOption,
      portOption,
      basePathOption,
      tlsOption,
    ],
    positionals: [],
    run: async ({ given, output }) => {
      const healthRequest = healthRequestOf(given);
      const name = `${healthRequest.url.origin}${healthRequest.url.pathname}`;
      const outcome = await fetchStatus(healthRequest, timeoutMs);
      const isHealthy = outcome === okStatus;
      if (given.valueOf(jsonOption)) {
        output.out(`${JSON.stringify(reportOf(name, outcome))}\n`);
      } else if (isHealthy) {
        output.out(`${name} answered ${outcome}\n`);
      } else {
        const failure =
          typeof outcome === "number"
            ? `answered ${outcome}`
            : `failed: ${connectionProblem(outcome)}`;
        output.err(`gatehouse: ${name} ${failure}\n`);
      }
      return isHealthy ? 0 : 1;
    },
  };
}

/** `status` is null without an answer, and `error` is null with one. */
const HealthReport = Type.Object({
  healthy: Type.Boolean(),
  url: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
});

function reportOf(url: string, outcome: number | Error): Static<typeof HealthReport> {
  const isAnswered = typeof outcome === "number";
  return {
    healthy: outcome === okStatus,
    url,
    status: isAnswered ? outcome : null,
    error: isAnswered ? null : "code" in outcome ? String(outcome.code) : outcome.name,
  };
}

function healthRequestOf(given: Arguments): HealthRequest {
  const givenUrl = given.valueOf(urlOption);
  const url = new URL(givenUrl ?? localUrl(given));
  const path = given.valueOf(readyOption) ? "/readyz" : "/healthz";
  url.pathname = `${url.pathname.replace(lastSlashes, "")}${path}`;
  return { url, isTrusted: givenUrl === undefined };
}

/** The URL of a server with the same settings. */
function localUrl(given: Arguments): string {
  const host = given.valueOf(hostOption);
  const port = given.valueOf(portOption);
  if (port === 0) {
    throw new ConfigError("the server chooses its port for --port 0; give its URL with --url");
  }
  const scheme = given.valueOf(tlsOption) === undefined ? "http" : "https";
  const address = loopbackOf[host] ?? host;
  const authority = address.includes(":") ? `[${address}]` : address;
  return `${scheme}://${authority}:${port}${given.valueOf(basePathOption)}`;
}

/**
 * Resolves to the status of the response, or to an error. Does not use `fetch`, which obeys
 * HTTP_PROXY.
 */
function fetchStatus(
  { url, isTrusted }: HealthRequest,
  timeoutMs: number,
): Promise<number | Error> {
  const options: RequestOptions & { rejectUnauthorized?: boolean } = {
    signal: AbortSignal.timeout(timeoutMs),
    // The certificate is for the public name of the server, and the request holds no secret.
    ...(isTrusted ? { rejectUnauthorized: false } : {}),
  };
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(url, options, ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy();
    });
    request.on("error", resolve);
    request.end();
  });
}
