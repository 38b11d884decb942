import { dataPlaceOf } from "../config/data-place.ts";
import { type AdministerAt, projectOption } from "./administration-subcommand.ts";
import {
  type AskAt,
  type ConnectAt,
  environmentOption,
  openPlace,
  remoteServer,
  type SendTo,
} from "./api-place.ts";
import type { NameLookups } from "./completion-names-subcommand.ts";

/** How names are looked up while a person types. */
export interface LookServices {
  /** Data directories, without migrating an older database. */
  readonly look: {
    readonly administerAt: AdministerAt;
    readonly askAt: AskAt;
    readonly connectAt: ConnectAt;
  };
  readonly sendTo: SendTo;
}

/** The names in a data directory, of its running server or without one, or on another server. */
export function nameLookups({ look, sendTo }: LookServices): NameLookups {
  const senders = { askAt: look.askAt, connectAt: look.connectAt, sendTo };
  return {
    async features(given) {
      const { api } = await openPlace(given, senders, given.valueOf(environmentOption));
      return api.keys();
    },
    async environments(given) {
      if (remoteServer(given) !== null) {
        const { admin } = await openPlace(given, senders);
        const { environments } = await admin.call("GET /status", {});
        return environments.map(({ slug }) => slug);
      }
      const administer = look.administerAt(dataPlaceOf(given));
      const input = { project: given.valueOf(projectOption) };
      const { environments } = await administer("environment.list", input);
      return environments.map(({ slug }) => slug);
    },
  };
}
