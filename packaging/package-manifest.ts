import { description, engines, license, name, version } from "../package.json" with {
  type: "json",
};

/** The `package.json` of the published package; Bun and its bundler read its `bun` condition. */
export function packageManifest() {
  return {
    name,
    version,
    description,
    license,
    keywords: ["feature-flags", "feature-toggles", "flipper", "openfeature", "elysia", "bun"],
    type: "module",
    engines,
    bin: { [name]: "./bin/gatehouse-flags.js" },
    exports: {
      ".": entry("index"),
      "./testing": entry("testing"),
      "./client": anywhere("client"),
      "./client/file": anywhere("client-file"),
      "./openfeature": anywhere("openfeature"),
      "./package.json": "./package.json",
    },
    peerDependencies: { "@openfeature/core": "^1.0.0", elysia: "^1.4" },
    peerDependenciesMeta: {
      "@openfeature/core": { optional: true },
      elysia: { optional: true },
    },
  };
}

function entry(file: string) {
  return {
    types: `./lib/${file}.d.ts`,
    bun: `./lib/${file}.js`,
    default: "./lib/needs-bun.js",
  };
}

/** An entry that needs no Bun. */
function anywhere(file: string) {
  return { types: `./lib/${file}.d.ts`, default: `./lib/${file}.js` };
}

export const bunVersionMin = engines.bun.replace(">=", "");

/** The one-line message in other runtimes than Bun, and of the command under an older Bun. */
export const needsBun = `${name} needs Bun ${bunVersionMin} or newer: https://bun.com`;
