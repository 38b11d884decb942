import { type AdministerAt, dataOption, projectOption } from "./administration-subcommand.ts";
import type { NameLookups } from "./completion-names-subcommand.ts";

/** The names in a data directory, of the running server or without one. */
export function nameLookups(lookAt: AdministerAt): NameLookups {
  return {
    features: () => Promise.resolve([]),
    environments: async (given) => {
      const administer = lookAt(given.valueOf(dataOption));
      const input = { project: given.valueOf(projectOption) };
      const { environments } = await administer("environment.list", input);
      return environments.map(({ slug }) => slug);
    },
  };
}
