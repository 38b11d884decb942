import { join } from "node:path";

const source = join(import.meta.dir, "../src");
const condition = "workerUrl === undefined ||";

/**
 * Builds the executable for a comparison: its commits are on the thread that answers, as those of the
 * library are.
 */
export async function buildCommitsHere(executable: string): Promise<void> {
  await Bun.build({
    entrypoints: ["main.ts", "telemetry/worker/worker.ts"].map((entry) => join(source, entry)),
    root: source,
    compile: { outfile: executable },
    target: "bun",
    format: "esm",
    minify: true,
    bytecode: true,
    plugins: [
      {
        name: "commits on the main thread",
        setup(build) {
          build.onLoad({ filter: /\/storage\/sqlite\/sqlite-storage\.ts$/ }, async ({ path }) => {
            const text = await Bun.file(path).text();
            if (!text.includes(condition)) {
              throw new Error(`${path} has no condition for a worker`);
            }
            return { contents: text.replace(condition, `${condition} true ||`), loader: "ts" };
          });
        },
      },
    ],
  });
}
