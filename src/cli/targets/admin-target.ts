import type { Arguments } from "../../config/arguments.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { ConfigError } from "../../config/config-error.ts";
import { dataLocationOf, dataLocationOptions } from "../../config/data-location.ts";
import type { Option } from "../../config/option.ts";
import { webhookSettings } from "../../config/webhook-settings.ts";
import { isPersonalToken } from "../api-client/remote-sender.ts";
import { projectOption } from "../options/common-options.ts";
import { AdminClient } from "./admin-client.ts";
import {
  type ApiSenders,
  remoteServer,
  requireHeaderValue,
  siteOf,
  type Target,
} from "./api-target.ts";

/** The options of every administration command; commands of one project also have `projectOption`. */
export function adminTargetOptions(
  own: readonly Pick<Option<unknown>, "flag">[],
): readonly Option<unknown>[] {
  const { url, urlVariable, token, basicAuth } = clientSettings;
  const isTaken = own.some(({ flag }) => flag === url.flag);
  return [...dataLocationOptions, isTaken ? urlVariable : url, token, basicAuth];
}

export interface AdminTarget extends Pick<Target, "admin" | "release"> {
  /** The project in queries of the Admin API. */
  readonly query: { readonly project?: string };
}

/**
 * The Admin API that the options name. `options` are the options of the command. Throws a ConfigError
 * for options that contradict each other, and for a token of an environment.
 */
export function openAdminTarget(
  given: Arguments,
  { connectAt, sendTo }: ApiSenders,
  options: readonly Option<unknown>[],
): AdminTarget {
  const query = options.includes(projectOption) ? projectQuery(given.valueOf(projectOption)) : {};
  const mayAllow = options.includes(webhookSettings.webhookAllow);
  const server = remoteServer(given);
  if (server === null) {
    const webhookAllow = mayAllow ? given.valueOf(webhookSettings.webhookAllow) : [];
    const { send, release } = connectAt({ ...dataLocationOf(given), webhookAllow });
    return { admin: new AdminClient(send), query, release };
  }
  if (mayAllow && given.hasFlag(webhookSettings.webhookAllow)) {
    throw new ConfigError(
      "--webhook-allow is for data directories; with --url the server's own setting counts",
    );
  }
  const token = given.valueOf(clientSettings.token);
  const basicAuth = given.valueOf(clientSettings.basicAuth);
  requireHeaderValue("GATEHOUSE_TOKEN", token);
  if (token !== undefined && !isPersonalToken(token)) {
    throw new ConfigError(
      "with --url, GATEHOUSE_TOKEN must hold a personal token (gatehouse_pat_…), not the token of an " +
        "environment; create one in the web UI",
    );
  }
  return {
    admin: new AdminClient(sendTo({ url: siteOf(server.url), token, basicAuth })),
    query,
    release: () => Promise.resolve(),
  };
}

/** The project in queries; without one, the server takes the first. */
export function projectQuery(project: string | undefined): AdminTarget["query"] {
  return project === undefined ? {} : { project };
}
