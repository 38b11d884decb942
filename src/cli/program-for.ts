import { describedProgram } from "./described-program.ts";
import type { CliServices } from "./program.ts";
import type { Program, SubcommandEntry } from "./subcommand.ts";

/**
 * The program for a command line. Commands that scripts and service managers start often are loaded
 * alone: the others are then unknown, but the command line does not name them.
 */
export async function programFor(
  words: readonly string[],
  services: CliServices,
): Promise<Program> {
  const alone = await commandAlone(words, services);
  if (alone !== undefined) {
    return { ...describedProgram, commands: [alone] };
  }
  const { gatehouseProgram } = await import("./program.ts");
  return gatehouseProgram(services);
}

async function commandAlone(
  [word, next]: readonly string[],
  services: CliServices,
): Promise<SubcommandEntry | undefined> {
  if (word === "serve") {
    const { serveSubcommand } = await import("./commands/serve-subcommand.ts");
    return serveSubcommand(services.serve);
  }
  if (word === "health") {
    const { healthSubcommand } = await import("./commands/health-subcommand.ts");
    return healthSubcommand();
  }
  if (word === "feature" && next === "list") {
    const { featureListSubcommand } = await import("./commands/feature-list-subcommand.ts");
    return { name: "feature", summary: "", commands: [featureListSubcommand(services)] };
  }
  return undefined;
}
