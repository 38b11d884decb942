import { description, engines, license, name, version } from "../package.json" with {
  type: "json",
};

import { repositoryUrl } from "./repository-address.ts";

/** The `package.json` of the published package; Bun and its bundler read its `bun` condition. */
export function packageManifest() {
  return {
    name,
    version,
    description,
    license,
    author: "The Gatehouse authors",
    // npm compares it with the repository that publishes.
    repository: { type: "git", url: `git+${repositoryUrl}.git` },
    homepage: `${repositoryUrl}#readme`,
    bugs: { url: `${repositoryUrl}/issues` },
    keywords: [
      ...["feature-flags", "feature-toggles", "feature-toggle", "flipper", "openfeature", "ofrep"],
      ...["elysia", "bun", "typescript"],
    ],
    type: "module",
    // The client runs under Node; the library and the server need Bun.
    engines: { ...engines, node: ">=20" },
    bin: { [name]: "bin/gatehouse-flags.js" },
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
