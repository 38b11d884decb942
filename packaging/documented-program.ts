import { gatehouseProgram } from "../src/cli/program.ts";

const nothingRuns = () => Promise.reject(new Error("nothing runs here"));

const notConnected = { send: nothingRuns, release: nothingRuns };

/** The definitions of all commands, for generated documents; the commands cannot run. */
export const documentedProgram = gatehouseProgram({
  serve: nothingRuns,
  connectAt: () => notConnected,
  look: {
    connectAt: () => notConnected,
  },
  databases: {
    status: nothingRuns,
    migrate: nothingRuns,
    migrationsText: () => "",
    markRestored: nothingRuns,
    nodes: nothingRuns,
    importFrom: nothingRuns,
    exportTo: nothingRuns,
  },
  sendTo: () => nothingRuns,
  input: () => new Blob([]).stream(),
  interrupted: () => AbortSignal.abort(),
  selftest: { command: [], environment: {} },
  now: Date.now,
});
