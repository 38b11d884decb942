import { isLoopback } from "../core/network/loopback.ts";
import type { Arguments } from "./arguments.ts";
import { ConfigError } from "./config-error.ts";
import { optionalOption, switchOption } from "./option.ts";
import { parsePublicUrl } from "./parse-public-url.ts";
import { parseToken } from "./parse-secrets.ts";
import { parseFilePath } from "./value-parsers.ts";

/** The server that a replica follows, and the location of its token. */
export interface PrimaryConfig {
  /** The URL of its base path, without a slash at the end. */
  readonly url: string;
  readonly token: string | undefined;
  /** Undefined if there is a token. */
  readonly tokenFile: string | undefined;
}

/** The settings of replicas (docs/cluster.md#replicas). */
export const replicaSettings = {
  origin: optionalOption({
    flag: "origin",
    variable: "GATEHOUSE_ORIGIN",
    placeholder: "URL",
    mode: "replica",
    description:
      "The URL of the server that the replica follows, with its base path; https, unless it is on " +
      "this machine or --plain-origin is given.",
    parse: parsePublicUrl,
  }),
  originToken: optionalOption({
    variable: "GATEHOUSE_ORIGIN_TOKEN",
    mode: "replica",
    secret: true,
    emptyIsUnset: true,
    description: "The token that gatehouse replica create printed at the origin.",
    parse: parseToken,
  }),
  originTokenFile: optionalOption({
    flag: "origin-token-file",
    variable: "GATEHOUSE_ORIGIN_TOKEN_FILE",
    placeholder: "FILE",
    mode: "replica",
    description: "A file that holds that token, instead of the variable.",
    completion: "files",
    parse: parseFilePath,
  }),
  plainOrigin: switchOption({
    flag: "plain-origin",
    variable: "GATEHOUSE_PLAIN_ORIGIN",
    mode: "replica",
    description:
      "Allows an origin with http on another machine: anyone who can read the network can read the " +
      "replica's token and the hashes of all tokens.",
  }),
  reusePort: switchOption({
    flag: "reuse-port",
    variable: "GATEHOUSE_REUSE_PORT",
    mode: "replica",
    description:
      "Lets several replicas on this machine share the port, each with a data directory of its own.",
  }),
};

/** Throws a ConfigError for a replica without a primary or a token. */
export function originOf(given: Arguments): PrimaryConfig {
  const url = given.valueOf(replicaSettings.origin);
  if (url === undefined) {
    throw new ConfigError("--mode replica needs --origin");
  }
  const { protocol, hostname } = new URL(url);
  const isLocal = isLoopback(hostname.replaceAll(/[[\]]/g, ""));
  if (protocol === "http:" && !isLocal && !given.valueOf(replicaSettings.plainOrigin)) {
    throw new ConfigError(
      "--origin must be an https URL, as the origin sends secrets; --plain-origin allows http",
    );
  }
  const token = given.valueOf(replicaSettings.originToken);
  const tokenFile = given.valueOf(replicaSettings.originTokenFile);
  if ((token === undefined) === (tokenFile === undefined)) {
    throw new ConfigError(
      "--mode replica needs one of GATEHOUSE_ORIGIN_TOKEN and --origin-token-file",
    );
  }
  return { url, token, tokenFile };
}
