import { gatehouseVersion } from "../core/version.ts";

/** The executable without its subcommands. */
export const describedProgram = {
  name: "gatehouse",
  version: gatehouseVersion,
  summary: "A self-hosted feature-toggle server: one executable, one data directory.",
};
