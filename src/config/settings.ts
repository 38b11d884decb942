import { backupSettings } from "./backup-settings.ts";
import { databaseSettings, nodeSettings } from "./database-settings.ts";
import { demoSettings } from "./demo-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { observabilitySettings } from "./observability-settings.ts";
import {
  listOption,
  type Mode,
  type Option,
  optionalOption,
  optionWithDefault,
  switchOption,
} from "./option.ts";
import { parseOrigin } from "./parse-network.ts";
import { parsePublicUrl } from "./parse-public-url.ts";
import { parseBasicAuth, parseToken } from "./parse-secrets.ts";
import { parseBasePath, parseMountPath } from "./parse-url-path.ts";
import { recordSettings } from "./record-settings.ts";
import { replicaSettings } from "./replica-settings.ts";
import { signOnSettings } from "./sign-on-settings.ts";
import { uiSettings } from "./ui-settings.ts";
import {
  parseFilePath,
  parseGroupName,
  parseHost,
  parseInteger,
  parseOneOf,
  parseUrl,
} from "./value-parsers.ts";
import { webhookSettings } from "./webhook-settings.ts";

/** The mode of a server without --mode (docs/api.md#deployments). */
const defaultMode: Mode = "hosted";

// Flipper clients never poll or submit more often than every ten seconds.
const intervalSeconds = parseInteger(10, 86_400);

/**
 * All settings of the server (docs/operations.md#configuration): the only source of flags,
 * variables, defaults, checks and help texts.
 */
export const settings = {
  mode: optionWithDefault({
    flag: "mode",
    variable: "GATEHOUSE_MODE",
    placeholder: "MODE",
    fallback: defaultMode,
    description:
      "What to serve: hosted, with tokens, environments and telemetry; mountable, one API without " +
      "them; or replica, what the hosted server at --origin has.",
    parse: parseOneOf("hosted", "mountable", "replica"),
  }),
  host: optionWithDefault({
    flag: "host",
    variable: "GATEHOUSE_HOST",
    placeholder: "HOST",
    fallback: "127.0.0.1",
    description: "The host name or IP address to listen on.",
    parse: parseHost,
  }),
  port: optionWithDefault({
    flag: "port",
    variable: "GATEHOUSE_PORT",
    placeholder: "PORT",
    fallback: "8080",
    description: "The port to listen on; 0 chooses a free port and prints it.",
    parse: parseInteger(0, 65_535),
  }),
  data: optionWithDefault({
    flag: "data",
    variable: "GATEHOUSE_DATA",
    placeholder: "DIRECTORY",
    fallback: "./data",
    description: "The directory that holds all data.",
    completion: "directories",
    parse: parseFilePath,
  }),
  ...demoSettings,
  ...databaseSettings,
  ...nodeSettings,
  basePath: optionWithDefault({
    flag: "base-path",
    variable: "GATEHOUSE_BASE_PATH",
    placeholder: "PATH",
    fallback: "",
    description: "A path, such as /toggles, with which all URLs of the server begin.",
    parse: parseBasePath,
  }),
  mountPath: optionWithDefault({
    flag: "mount-path",
    variable: "GATEHOUSE_MOUNT_PATH",
    placeholder: "PATH",
    fallback: "/flipper/api",
    mode: "mountable",
    description: "The path of the API.",
    parse: parseMountPath,
  }),
  groups: listOption({
    flag: "group",
    variable: "GATEHOUSE_GROUP",
    placeholder: "NAME",
    mode: "mountable",
    description: "A group that features may be enabled for.",
    parse: parseGroupName,
  }),
  basicAuth: optionalOption({
    flag: "basic-auth",
    variable: "GATEHOUSE_BASIC_AUTH",
    placeholder: "USER:PASSWORD",
    mode: "mountable",
    secret: true,
    description:
      "The HTTP Basic credentials that every client must send. Prefer the variable: other users of " +
      "the machine can read flags.",
    parse: parseBasicAuth,
  }),
  token: optionalOption({
    variable: "GATEHOUSE_TOKEN",
    mode: "hosted",
    secret: true,
    // A container's settings often pass on a variable that may be empty.
    emptyIsUnset: true,
    description:
      "The value of a Production token, 16 characters or more; the server creates it when it starts. " +
      "Empty counts as not set.",
    parse: parseToken,
  }),
  tlsCertificate: optionalOption({
    flag: "tls-cert",
    variable: "GATEHOUSE_TLS_CERT",
    placeholder: "FILE",
    description: "The PEM file of the certificate chain, to serve HTTPS; needs --tls-key.",
    completion: "files",
    parse: parseFilePath,
  }),
  tlsKey: optionalOption({
    flag: "tls-key",
    variable: "GATEHOUSE_TLS_KEY",
    placeholder: "FILE",
    description: "The PEM file of the certificate's private key, without a passphrase.",
    completion: "files",
    parse: parseFilePath,
  }),
  publicUrl: optionalOption({
    flag: "public-url",
    variable: "GATEHOUSE_PUBLIC_URL",
    placeholder: "URL",
    description:
      "The server's URL for clients, such as that of a proxy, with the base path as clients see it. " +
      "It makes more_info in error responses and printed links absolute.",
    parse: parsePublicUrl,
  }),
  docsUrl: optionalOption({
    flag: "docs-url",
    variable: "GATEHOUSE_DOCS_URL",
    placeholder: "URL",
    description:
      "The documentation URL in error responses and in the help of the web UI; the server's own " +
      "/swagger unless given.",
    parse: parseUrl,
  }),
  migrations: optionWithDefault({
    flag: "migrations",
    variable: "GATEHOUSE_MIGRATIONS",
    placeholder: "on|off",
    fallback: "off",
    mode: "hosted",
    description:
      "Whether flipper cloud migrate, which sends no token, may leave an export here for an owner to " +
      "look at in the web UI; needs --public-url.",
    parse: parseOneOf("on", "off"),
  }),
  roundPercentages: switchOption({
    flag: "round-percentages",
    variable: "GATEHOUSE_ROUND_PERCENTAGES",
    description:
      "Rounds percentages with decimals that clients send to the nearest integer that is neither 0 " +
      "nor 100, and logs them. Without it they are refused.",
  }),
  pollInterval: optionalOption({
    flag: "poll-interval",
    variable: "GATEHOUSE_POLL_INTERVAL",
    placeholder: "SECONDS",
    description:
      "How many seconds the server asks clients to wait between polls for features; 10 or more.",
    parse: intervalSeconds,
  }),
  telemetryInterval: optionalOption({
    flag: "telemetry-interval",
    variable: "GATEHOUSE_TELEMETRY_INTERVAL",
    placeholder: "SECONDS",
    description:
      "How many seconds the server asks clients to wait between telemetry submissions; 10 or more.",
    parse: intervalSeconds,
  }),
  ...replicaSettings,
  ...uiSettings,
  ...signOnSettings,
  ...backupSettings,
  ...recordSettings,
  ...observabilitySettings,
  corsOrigins: listOption({
    flag: "cors-origin",
    variable: "GATEHOUSE_CORS_ORIGIN",
    placeholder: "ORIGIN",
    description:
      "An origin whose web pages may call the API from a browser, such as https://app.example, " +
      "https://*.app.example for each name in its place, or capacitor://localhost.",
    parse: parseOrigin,
  }),
  allowedHosts: listOption({
    flag: "allowed-host",
    variable: "GATEHOUSE_ALLOWED_HOST",
    placeholder: "NAME",
    description:
      "A host name or IP address that requests may be for, in addition to localhost, 127.0.0.1 and [::1]; " +
      "requests for others are refused, except for /healthz and /readyz. Without it only a server " +
      "in mountable mode on a loopback address, without --basic-auth, refuses other host names.",
    parse: parseHost,
  }),
  ...limitSettings,
  ...webhookSettings,
};

/** The settings as options of a command, in the order of the help text. */
export const serverOptions: readonly Option<unknown>[] = Object.values(settings);
