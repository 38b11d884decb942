import type { AdministerAt } from "./administration-subcommand.ts";
import { type ApiSenders, environmentOption, openPlace } from "./api-place.ts";
import type { NameLookups } from "./completion-names-subcommand.ts";
import { featureKeys } from "./feature-reads.ts";

/** How names are looked up while a person types. */
export interface LookServices {
  /** Data directories, without migrating an older database. */
  readonly look: Pick<ApiSenders, "askAt" | "connectAt"> & { readonly administerAt: AdministerAt };
  readonly sendTo: ApiSenders["sendTo"];
}

/** The names in a data directory, of its running server or without one, or on another server. */
export function nameLookups({ look, sendTo }: LookServices): NameLookups {
  const senders = { askAt: look.askAt, connectAt: look.connectAt, sendTo };
  return {
    async features(given) {
      const place = await openPlace(given, senders, given.valueOf(environmentOption));
      return featureKeys(place).finally(() => place.release());
    },
    async environments(given) {
      const place = await openPlace(given, senders);
      const { admin } = place;
      const { environments } = await admin
        .call("GET /environments", { query: place.in })
        .finally(() => place.release());
      return environments.map(({ slug }) => slug);
    },
  };
}
