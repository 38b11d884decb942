import type { AdministerAt } from "./administration-subcommand.ts";
import { type ApiSenders, environmentOption, openPlace } from "./api-place.ts";
import type { NameLookups } from "./completion-names-subcommand.ts";
import { featureKeys } from "./read-features.ts";
import { releasing } from "./releasing.ts";

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
      return releasing([place], () => featureKeys(place));
    },
    async environments(given) {
      const place = await openPlace(given, senders);
      const { environments } = await releasing([place], () =>
        place.admin.call("GET /environments", { query: place.in }),
      );
      return environments.map(({ slug }) => slug);
    },
  };
}
