import { join } from "node:path";
import { filesWith, removedTexts } from "./changed-texts.ts";

/** `make changed`: prints the tests that contain a text which was changed since the last commit. */
const root = join(import.meta.dir, "..");
const { stdout } = Bun.spawnSync(["git", "diff", "--unified=0", "HEAD", "--", "src"], {
  cwd: root,
});
const paths = [...new Bun.Glob("test/**/*.test.ts").scanSync({ cwd: root })].sort();
const files = await Promise.all(
  paths.map(async (path) => [`./${path}`, await Bun.file(join(root, path)).text()] as const),
);
process.stdout.write(filesWith(removedTexts(stdout.toString()), new Map(files)).join(" "));
