import { expect, test } from "bun:test";
import { join } from "node:path";

const sources = join(import.meta.dir, "../../src");
const bytesMax = 10 * 1024;
/** What only some runtimes have, and libraries of the server. */
const notPortable =
  /\b(?:Bun|Deno|Buffer|process|require|window|document|navigator|localStorage|EventSource|setImmediate)\b|node:|import\.meta|typebox|immutable/;

async function bundled(entry: string) {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(sources, entry)],
    target: "browser",
    minify: true,
    metafile: true,
  });
  const text = (await outputs[0]?.text()) ?? "";
  return { text, inputs: Object.keys(metafile?.inputs ?? {}) };
}

test("the client takes at most 10 KiB of a page, compressed, with everything", async () => {
  const { text, inputs } = await bundled("client.ts");
  expect(Bun.gzipSync(text, { level: 9 }).byteLength).toBeLessThan(bytesMax);
  // It has the evaluation of the server, and not another one.
  for (const path of ["toggles/actor-check.ts", "expressions/compile-expression.ts"]) {
    expect(
      inputs.some((input) => input.endsWith(`/src/${path}`) || input === `src/${path}`),
    ).toBeTrue();
  }
});

test.each(["client.ts", "openfeature.ts"])(
  "%s needs nothing of one runtime, and no library",
  async (entry) => {
    const { text, inputs } = await bundled(entry);
    expect(text.match(notPortable)).toBeNull();
    expect(inputs.filter((input) => input.includes("node_modules"))).toEqual([]);
    expect(text).not.toMatch(/\bfrom\s*"|\bimport\s*\(/);
  },
);

test("the rule above reports what is not portable", () => {
  for (const text of ["Buffer.from(a)", "process.env.A", 'from"node:fs"', "new EventSource(b)"]) {
    expect(text).toMatch(notPortable);
  }
});
