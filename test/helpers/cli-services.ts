import { AdministrationError } from "../../src/cli/administration/administration-error.ts";
import type { CliServices } from "../../src/cli/program.ts";

const notConnected = {
  send: () => Promise.reject(new AdministrationError("nothing to connect with here")),
  release: () => Promise.resolve(),
};

/** Services of the command line for a test that uses none of them. */
export const noCliServices: CliServices = {
  serve: () => Promise.reject(new Error("no server here")),
  look: {
    connectAt: () => notConnected,
  },
  connectAt: () => notConnected,
  databases: {
    status: () => Promise.reject(new Error("no database here")),
    migrate: () => Promise.reject(new Error("no database here")),
    migrationsText: () => "",
    markRestored: () => Promise.reject(new Error("no database here")),
    nodes: () => Promise.reject(new Error("no database here")),
    importFrom: () => Promise.reject(new Error("no database here")),
    exportTo: () => Promise.reject(new Error("no database here")),
  },
  sendTo: () => () => Promise.reject(new Error("no server is asked here")),
  input: () => new Blob([]).stream(),
  interrupted: () => AbortSignal.abort(),
  selftest: { command: ["false"], environment: {} },
  now: Date.now,
};
