import type { DatabaseServices } from "../commands/database-subcommands.ts";

/** The commands for databases that servers share, which the first use loads. */
export const databaseCommands: DatabaseServices = {
  status: async (address) => (await load()).status(address),
  migrate: async (address) => (await load()).migrate(address),
  migrationsText: async () => (await load()).migrationsText(),
  markRestored: async (address) => (await load()).markRestored(address),
  nodes: async (address) => (await load()).nodes(address),
  importFrom: async (moved) => (await load()).importFrom(moved),
  exportTo: async (moved) => (await load()).exportTo(moved),
};

async function load(): Promise<DatabaseServices> {
  const { databaseAdministration } = await import("../../cluster/database-administration.ts");
  return databaseAdministration;
}
