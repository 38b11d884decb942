import { join } from "node:path";

const root = join(import.meta.dir, "..");
const patterns = [
  "*.md",
  "docs/**/*.md",
  "examples/**/*.{md,yml,yaml}",
  "packaging/*.{md,yaml,yml,service}",
  "packaging/Dockerfile",
  "packaging/*Caddyfile",
];

/** The files that may name the repository's address, from the repository's root. */
export function addressedFiles(): readonly string[] {
  return patterns
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })])
    .filter((path) => !path.includes("node_modules/"))
    .sort();
}
