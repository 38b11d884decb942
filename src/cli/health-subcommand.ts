import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Arguments } from "../config/arguments.ts";
import { ConfigError } from "../config/config-error.ts";
import { optional, toggle } from "../config/option.ts";
import { parseUrl } from "../config/parse.ts";
import { settings } from "../config/settings.ts";
import type { Command } from "./subcommand.ts";

const urlOption = optional({
  flag: "url",
  placeholder: "URL",
  description: "The server, such as https://toggles.example, if not the one that the others tell.",
  parse: parseUrl,
});
const readyOption = toggle({
  flag: "ready",
  description: "Asks whether the server can do its work, and not only whether it answers.",
});

const timeoutMsDefault = 5_000;
const okStatus = 200;
const lastSlashes = /\/+$/;
/** An address to listen on that is none to call, and the one that reaches the same server. */
const callable: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

interface Asked {
  readonly url: URL;
  readonly isTrusted: boolean;
}

/**
 * `gatehouse health`: for containers that hold nothing but the executable. It reads the variables
 * that the server reads, so both know the same address. Exit code 0 if the answer is 200, else 1.
 */
export function healthCommand(timeoutMs: number = timeoutMsDefault): Command {
  return {
    name: "health",
    summary: "Asks a server over HTTP whether it is healthy, for container health checks.",
    options: [
      readyOption,
      urlOption,
      settings.host,
      settings.port,
      settings.basePath,
      settings.tlsCertificate,
    ],
    positionals: [],
    run: async ({ given, output }) => {
      const asked = askedBy(given);
      const name = `${asked.url.origin}${asked.url.pathname}`;
      const outcome = await ask(asked, timeoutMs);
      if (outcome === okStatus) {
        output.out(`${name} answered ${outcome}\n`);
        return 0;
      }
      const failure = typeof outcome === "number" ? `answered ${outcome}` : `failed: ${outcome}`;
      output.err(`gatehouse: ${name} ${failure}\n`);
      return 1;
    },
  };
}

function askedBy(given: Arguments): Asked {
  const told = given.valueOf(urlOption);
  const url = new URL(told ?? localUrl(given));
  const path = given.valueOf(readyOption) ? "/readyz" : "/healthz";
  url.pathname = `${url.pathname.replace(lastSlashes, "")}${path}`;
  return { url, isTrusted: told === undefined };
}

/** Where a server of the same settings listens. */
function localUrl(given: Arguments): string {
  const host = given.valueOf(settings.host);
  const port = given.valueOf(settings.port);
  if (port === 0) {
    throw new ConfigError("port 0 is any free one: --url must say which");
  }
  const scheme = given.valueOf(settings.tlsCertificate) === undefined ? "http" : "https";
  const address = callable[host] ?? host;
  const authority = address.includes(":") ? `[${address}]` : address;
  return `${scheme}://${authority}:${port}${given.valueOf(settings.basePath)}`;
}

/** The status of the answer, or in a word why there is none. Not `fetch`: it obeys HTTP_PROXY. */
function ask({ url, isTrusted }: Asked, timeoutMs: number): Promise<number | string> {
  const options: RequestOptions & { rejectUnauthorized?: boolean } = {
    signal: AbortSignal.timeout(timeoutMs),
    // The certificate is for the name that clients use, and nothing secret is sent.
    ...(isTrusted ? { rejectUnauthorized: false } : {}),
  };
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(url, options, ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy();
    });
    request.on("error", (error) => resolve("code" in error ? String(error.code) : error.name));
    request.end();
  });
}
