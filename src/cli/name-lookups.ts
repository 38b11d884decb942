import {
  type AskAt,
  type ConnectAt,
  environmentOption,
  openPlace,
  remoteServer,
  type SendTo,
} from "./api-place.ts";
import type { NameLookups } from "./completion-names-subcommand.ts";
import { byId } from "./token-json.ts";

/** How names are looked up while a person types. */
export interface LookServices {
  /** Data directories, without migrating an older database. */
  readonly look: {
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
        const { gatehouse } = await openPlace(given, senders);
        const { environments } = await gatehouse.status();
        return environments.map(({ slug }) => slug);
      }
      const { admin, in: query, release } = await openPlace(given, senders);
      try {
        const { environments } = await admin.call("GET /environments", { query });
        return environments.toSorted(byId).map(({ slug }) => slug);
      } finally {
        await release();
      }
    },
  };
}
