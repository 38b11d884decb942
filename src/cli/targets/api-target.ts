import type { Arguments } from "../../config/arguments.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { ConfigError } from "../../config/config-error.ts";
import {
  type DataLocation,
  dataLocationOf,
  dataLocationOptions,
} from "../../config/data-location.ts";
import { databaseSettings } from "../../config/database-settings.ts";
import { inQuotes, isQuoted } from "../../config/parse-secrets.ts";
import { settings } from "../../config/settings.ts";
import { quoteUnlessPlain } from "../../core/text/quote.ts";
import type { AdminConnection } from "../administration/admin-connection.ts";
import type { ApiSender } from "../api-client/api-sender.ts";
import { PublicApiClient } from "../api-client/public-api-client.ts";
import { isPersonalToken } from "../api-client/remote-sender.ts";
import { projectOption, textOption } from "../options/common-options.ts";
import type { RemoteServer } from "../output/failure-messages.ts";
import { AdminClient } from "./admin-client.ts";
import { explainedSender, requireEnvironment, tokenEnvironment } from "./token-environment.ts";

/**
 * Connects to the Admin API of a data directory, with or without a running server, or of a database.
 */
export type ConnectAt = (data: DataLocation) => AdminConnection;

export interface RemoteAddress {
  readonly url: string;
  readonly token: string | undefined;
  readonly basicAuth: string | undefined;
}

/** Sends requests to a server over HTTP. */
export type SendTo = (address: RemoteAddress) => ApiSender;

export interface ApiSenders {
  readonly connectAt: ConnectAt;
  readonly sendTo: SendTo;
}

export const environmentOption = textOption({
  flag: "environment",
  placeholder: "SLUG",
  description:
    "The slug of the environment; Production unless given. With --url the token decides, and " +
    "another one is refused.",
  completion: "environments",
});

/** The options of every command on features. */
export const targetOptions = [
  environmentOption,
  projectOption,
  ...dataLocationOptions,
  clientSettings.url,
  clientSettings.token,
  clientSettings.basicAuth,
];

/** An environment, and how to reach its API (docs/cli.md#three-targets). */
export interface Target {
  /** The Admin API, which only Gatehouse servers have. */
  readonly admin: AdminClient;
  /** The environment in paths of the Admin API. */
  readonly at: { readonly environment: string };
  /** The project in queries of the Admin API. */
  readonly in: { readonly project?: string };
  /** Called before a command waits, and at its end: see `AdminConnection`. */
  readonly release: () => Promise<void>;
  readonly api: PublicApiClient;
  /** The slug for the output; null if the server does not report it. */
  readonly environment: () => Promise<string | null>;
}

export const productionSlug = "production";

/** Whether a flag names a data directory or a database, which overrides a variable with a URL. */
function namesData(given: Arguments): boolean {
  const { database, databaseFile } = databaseSettings;
  return [settings.data, database, databaseFile].some((option) => given.hasFlag(option));
}

/**
 * The server that a command calls over HTTP; null for a data directory. A flag overrides a variable.
 */
export function remoteServer(given: Arguments): RemoteServer | null {
  const { url: flag, urlVariable } = clientSettings;
  const option = given.knows(flag) ? flag : urlVariable;
  const url = given.valueOf(option);
  const isWanted = given.hasFlag(option) || !namesData(given);
  if (url === undefined || !isWanted) {
    return null;
  }
  const token = given.valueOf(clientSettings.token);
  const hasPersonalToken = isPersonalToken(token);
  return { url, hasToken: token !== undefined, hasPersonalToken };
}

/**
 * The target that the options name, with the environment of that slug. Rejects with a ConfigError for
 * options that contradict each other.
 */
export function openTarget(
  given: Arguments,
  senders: ApiSenders,
  slug?: string | undefined,
): Promise<Target> {
  const server = remoteServer(given);
  return server === null
    ? Promise.resolve(localTarget(given, senders, slug))
    : remoteTarget(given, senders, {
        url: server.url,
        asked: slug,
        token: given.valueOf(clientSettings.token),
        variable: "GATEHOUSE_TOKEN",
      });
}

/** Two environments of one server; `release` releases both. */
export interface TwoTargets {
  readonly source: Target;
  readonly target: Target;
  readonly release: () => Promise<void>;
}

/**
 * The targets of a command with two environments. With --url each token belongs to one environment:
 * GATEHOUSE_TOKEN holds the token of the first, GATEHOUSE_TO_TOKEN the token of the second.
 */
export async function openTwoTargets(
  given: Arguments,
  senders: ApiSenders,
  [from, to]: readonly [string, string],
): Promise<TwoTargets> {
  const server = remoteServer(given);
  if (server === null) {
    // A data directory without a server allows one open connection.
    const connection = senders.connectAt(dataLocationOf(given));
    const shared = { ...senders, connectAt: () => connection };
    const [source, target] = [localTarget(given, shared, from), localTarget(given, shared, to)];
    return { source, target, release: () => connection.release() };
  }
  const { url } = server;
  const token = given.valueOf(clientSettings.token);
  // A personal token covers all environments.
  const toToken =
    given.valueOf(clientSettings.toToken) ?? (isPersonalToken(token) ? token : undefined);
  if (token === undefined || toToken === undefined) {
    throw new ConfigError(
      `with --url, GATEHOUSE_TOKEN must hold a token of ${quoteUnlessPlain(from)}, and ` +
        `GATEHOUSE_TO_TOKEN one of ${quoteUnlessPlain(to)}`,
    );
  }
  const first = { url, asked: from, token, variable: "GATEHOUSE_TOKEN" };
  const second = { url, asked: to, token: toToken, variable: "GATEHOUSE_TO_TOKEN" };
  return {
    source: await remoteTarget(given, senders, first),
    target: await remoteTarget(given, senders, second),
    release: () => Promise.resolve(),
  };
}

/** Whether both environments are on one server, and this caller may use both. */
export function isOneCaller(given: Arguments): boolean {
  const server = remoteServer(given);
  return (
    server === null ||
    (server.hasPersonalToken && given.valueOf(clientSettings.toToken) === undefined)
  );
}

function localTarget(
  given: Arguments,
  { connectAt }: ApiSenders,
  environment: string | undefined,
): Target {
  const project = given.valueOf(projectOption);
  const { send, release } = connectAt(dataLocationOf(given));
  return {
    admin: new AdminClient(send),
    at: { environment: segmentOf(environment) },
    in: project === undefined ? {} : { project },
    release,
    api: new PublicApiClient(noPublicApi),
    environment: async () => environment ?? productionSlug,
  };
}

interface RemoteEnvironment {
  readonly url: string;
  /** The requested slug. */
  readonly asked: string | undefined;
  readonly token: string | undefined;
  /** The variable that holds the token. */
  readonly variable: string;
}

/** A data directory has no Flipper API. */
export class NoPublicApi extends Error {
  override readonly name = "NoPublicApi";
}

const noPublicApi: ApiSender = () => Promise.reject(new NoPublicApi());

async function remoteTarget(
  given: Arguments,
  { sendTo }: ApiSenders,
  { url, asked, token, variable }: RemoteEnvironment,
): Promise<Target> {
  const project = given.valueOf(projectOption);
  if (project !== undefined && !isPersonalToken(token)) {
    throw new ConfigError(
      "--project with --url needs a personal token; the token of an environment has one project",
    );
  }
  requireHeaderValue(variable, token);
  const basicAuth = given.valueOf(clientSettings.basicAuth);
  const send = sendTo({ url, token, basicAuth });
  const sendToAdmin = sendTo({ url: siteOf(url), token, basicAuth });
  const unchecked = new AdminClient(sendToAdmin);
  let slug: Promise<string | null> | undefined;
  const environment = () => {
    slug ??= tokenEnvironment(unchecked);
    return slug;
  };
  let checked: Promise<void> | undefined;
  const check = () => {
    checked ??=
      asked === undefined
        ? Promise.resolve()
        : environment().then((actual) => requireEnvironment(asked, actual, variable));
    return checked;
  };
  return {
    // The path of the Admin API names the environment, so this check only improves the error
    // message.
    admin: new AdminClient(
      isPersonalToken(token) ? sendToAdmin : explainedSender(sendToAdmin, check),
    ),
    at: { environment: segmentOf(asked) },
    in: project === undefined ? {} : { project },
    release: () => Promise.resolve(),
    api: new PublicApiClient(async (path, init) => {
      await check();
      return send(path, init);
    }),
    environment,
  };
}

/**
 * The server would read a slug of digits as an id. Without a slug, the token's environment or
 * Production.
 */
export function segmentOf(slug: string | undefined): string {
  return slug === undefined ? "-" : `slug:${slug}`;
}

const lastSegment = /\/[^/]*$/;

/** The URL of the site with that Flipper API: the Admin API is next to it. */
export function siteOf(apiUrl: string): string {
  return apiUrl.replace(lastSegment, "");
}

const headerValue = /^[\x21-\x7e]{1,255}$/;

export function requireHeaderValue(variable: string, token: string | undefined): void {
  if (token !== undefined && isQuoted(token)) {
    throw new ConfigError(`${variable} ${inQuotes}`);
  }
  if (token !== undefined && !headerValue.test(token)) {
    throw new ConfigError(`${variable} must be a token: 1 to 255 characters without spaces`);
  }
}
