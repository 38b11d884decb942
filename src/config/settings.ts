import { backupSettings } from "./backup-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { operationsSettings } from "./operations-settings.ts";
import { list, type Mode, type Option, optional, withDefault } from "./option.ts";
import { integer, oneOf, parseFilePath, parseGroupName, parseHost, parseUrl } from "./parse.ts";
import { parseBasicAuth, parseToken } from "./secret.ts";
import { parseBasePath, parseMountPath } from "./url-path.ts";

/** What the executable is for, unless it is told otherwise (DESIGN.md section 1). */
export const defaultMode: Mode = "hosted";

// Clients poll and submit no more often than every ten seconds, whatever they are told.
const intervalSeconds = integer(10, 86_400);

/**
 * Everything the server can be told (DESIGN.md section 1): the one source of flags, variables,
 * defaults, checks and help.
 */
export const settings = {
  mode: withDefault({
    flag: "mode",
    variable: "GATEHOUSE_MODE",
    placeholder: "MODE",
    fallback: defaultMode,
    description: "What to serve: hosted (tokens, environments, telemetry) or mountable.",
    parse: oneOf("hosted", "mountable"),
  }),
  host: withDefault({
    flag: "host",
    variable: "GATEHOUSE_HOST",
    placeholder: "HOST",
    fallback: "127.0.0.1",
    description: "The host name or address to listen on.",
    parse: parseHost,
  }),
  port: withDefault({
    flag: "port",
    variable: "GATEHOUSE_PORT",
    placeholder: "PORT",
    fallback: "8080",
    description: "The port to listen on; 0 takes any free port and prints it.",
    parse: integer(0, 65_535),
  }),
  data: withDefault({
    flag: "data",
    variable: "GATEHOUSE_DATA",
    placeholder: "DIRECTORY",
    fallback: "./data",
    description: "The directory that holds all data.",
    parse: parseFilePath,
  }),
  basePath: withDefault({
    flag: "base-path",
    variable: "GATEHOUSE_BASE_PATH",
    placeholder: "PATH",
    fallback: "",
    description: "The path below which everything is served, such as /toggles.",
    parse: parseBasePath,
  }),
  mountPath: withDefault({
    flag: "mount-path",
    variable: "GATEHOUSE_MOUNT_PATH",
    placeholder: "PATH",
    fallback: "/flipper/api",
    mode: "mountable",
    description: "The path of the API.",
    parse: parseMountPath,
  }),
  groups: list({
    flag: "group",
    variable: "GATEHOUSE_GROUP",
    placeholder: "NAME",
    mode: "mountable",
    description: "A group that gates may name.",
    parse: parseGroupName,
  }),
  basicAuth: optional({
    flag: "basic-auth",
    variable: "GATEHOUSE_BASIC_AUTH",
    placeholder: "USER:PASSWORD",
    mode: "mountable",
    secret: true,
    description:
      "Asks every client for these credentials; the variable keeps them out of the process list.",
    parse: parseBasicAuth,
  }),
  token: optional({
    variable: "GATEHOUSE_TOKEN",
    mode: "hosted",
    secret: true,
    description:
      "The value of a Production token that the server creates at its start if there is none with " +
      "that value; 16 characters or more.",
    parse: parseToken,
  }),
  tlsCertificate: optional({
    flag: "tls-cert",
    variable: "GATEHOUSE_TLS_CERT",
    placeholder: "FILE",
    description: "The certificate chain, PEM, to serve https with; needs --tls-key.",
    parse: parseFilePath,
  }),
  tlsKey: optional({
    flag: "tls-key",
    variable: "GATEHOUSE_TLS_KEY",
    placeholder: "FILE",
    description: "The certificate's private key, PEM.",
    parse: parseFilePath,
  }),
  docsUrl: optional({
    flag: "docs-url",
    variable: "GATEHOUSE_DOCS_URL",
    placeholder: "URL",
    description: "The URL that errors give as more_info; the server's own /swagger unless given.",
    parse: parseUrl,
  }),
  pollInterval: optional({
    flag: "poll-interval",
    variable: "GATEHOUSE_POLL_INTERVAL",
    placeholder: "SECONDS",
    description: "How often clients are told to ask for features; 10 or more.",
    parse: intervalSeconds,
  }),
  telemetryInterval: optional({
    flag: "telemetry-interval",
    variable: "GATEHOUSE_TELEMETRY_INTERVAL",
    placeholder: "SECONDS",
    description: "How often clients are told to submit telemetry; 10 or more.",
    parse: intervalSeconds,
  }),
  ...backupSettings,
  ...operationsSettings,
  ...limitSettings,
};

/** The settings as a command's options, in the order help shows them. */
export const serverOptions: readonly Option<unknown>[] = Object.values(settings);
