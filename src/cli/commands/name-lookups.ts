import { byId } from "../answers/token-json.ts";
import type { NameLookups } from "../completion/completion-line-subcommand.ts";
import {
  type ConnectAt,
  environmentOption,
  openTarget,
  type SendTo,
} from "../targets/api-target.ts";
import { featureKeys } from "../targets/read-features.ts";
import { releasing } from "../targets/target-subcommand.ts";

/** How names are looked up for shell completion. */
export interface LookServices {
  /** Data directories, without migrating an older database. */
  readonly look: { readonly connectAt: ConnectAt };
  readonly sendTo: SendTo;
}

/** Looks up names in a data directory, with or without a running server, or on another server. */
export function nameLookups({ look, sendTo }: LookServices): NameLookups {
  const senders = { connectAt: look.connectAt, sendTo };
  return {
    async features(given) {
      const place = await openTarget(given, senders, given.valueOf(environmentOption));
      return releasing(place, () => featureKeys(place));
    },
    async environments(given) {
      const place = await openTarget(given, senders);
      const { environments } = await releasing(place, () =>
        place.admin.call("GET /environments", { query: place.in }),
      );
      return environments.toSorted(byId).map(({ slug }) => slug);
    },
  };
}
