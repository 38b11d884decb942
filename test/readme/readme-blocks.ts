import { join } from "node:path";

/** A fenced block of README.md, with what the comment before it says how it is tested. */
export interface ReadmeBlock {
  readonly language: string;
  readonly text: string;
  /** The word after `test:`; undefined where there is no such comment. */
  readonly test: string | undefined;
  /** The JSON block right after it, which says what it answers; undefined for none. */
  readonly answer: string | undefined;
}

const fence =
  /(?:<!-- test: (?<test>[a-z]+) -->\n)?```(?<language>[a-z]+)\n(?<text>[\s\S]*?)```\n(?:\n```json\n(?<answer>[\s\S]*?)```\n)?/g;

export async function readmeBlocks(): Promise<readonly ReadmeBlock[]> {
  const readme = await Bun.file(join(import.meta.dir, "../../README.md")).text();
  return Array.from(readme.matchAll(fence), ({ groups }) => ({
    language: groups?.language ?? "",
    text: groups?.text ?? "",
    test: groups?.test,
    answer: groups?.answer,
  }));
}
