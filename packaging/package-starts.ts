import { bunVersionMin, needsBun } from "./package-manifest.ts";

/**
 * The library in other runtimes than Bun. It has all exports of the library: otherwise an import of a
 * missing name would fail first, with another message.
 */
export function needsBunModule(names: Iterable<string>): string {
  const message = JSON.stringify(needsBun);
  return `const error = new Error(${message});\nerror.stack = ${message};\nthrow error;\nexport let ${[...names].join(", ")};\n`;
}

/** The command of the package, the server. */
export const packageCommand = `#!/usr/bin/env bun
if (typeof Bun === "undefined" || Bun.semver.order(Bun.version, "${bunVersionMin}") < 0) {
  console.error(${JSON.stringify(needsBun)});
  process.exit(2);
}
// The server shares files with the library, which imports the application's elysia.
Bun.plugin({
  name: "elysia",
  setup(build) {
    build.module("elysia", async () => ({
      exports: await import("../lib/elysia.js"),
      loader: "object",
    }));
  },
});
await import("../lib/main.js");
`;
