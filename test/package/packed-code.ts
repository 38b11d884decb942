import { join } from "node:path";

export async function filesIn(directory: string): Promise<readonly string[]> {
  return (await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: directory, dot: true }))).sort();
}

/** The files of `lib/` that the library's entries import, directly or not, with their text. */
export async function libraryCode(directory: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const names = ["index.js", "testing.js"];
  for (const name of names) {
    if (!found.has(name)) {
      const text = await Bun.file(join(directory, name)).text();
      found.set(name, text);
      names.push(...Array.from(text.matchAll(/"\.\/([\w-]+\.js)"/g), ([, file = ""]) => file));
    }
  }
  return found;
}

/** The names of the JavaScript files in a directory that contain a text. */
export async function containing(directory: string, text: string): Promise<readonly string[]> {
  const names = (await filesIn(directory)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => Bun.file(join(directory, name)).text()));
  return names.filter((_, index) => texts[index]?.includes(text));
}
