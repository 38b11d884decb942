import { documentFiles } from "./document-files.ts";

/** A fenced block of a document. The comment before it says how it is tested. */
export interface DocumentBlock {
  /** The path of the document, from the repository's root. */
  readonly document: string;
  readonly language: string;
  readonly text: string;
  /** The word after `test:`; undefined without such a comment. */
  readonly test: string | undefined;
  /** The JSON block directly after it, which is the expected answer; undefined without one. */
  readonly answer: string | undefined;
  /** The text block directly after a block of a guide, which is what it prints; undefined without one. */
  readonly output: string | undefined;
}

const fence =
  /(?:<!-- test: (?<test>[a-z]+) -->\n)?```(?<language>[a-z]*)\n(?<text>[\s\S]*?)```\n(?:\n```json\n(?<answer>[\s\S]*?)```\n)?(?:\n```text\n(?<output>[\s\S]*?)```\n)?/g;

/** Returns the fenced blocks of all documents in their order. */
export function documentBlocks(): readonly DocumentBlock[] {
  return documentFiles().flatMap(({ path, text }) =>
    Array.from(text.matchAll(fence), ({ groups }) => ({
      document: path,
      language: groups?.language ?? "",
      text: groups?.text ?? "",
      test: groups?.test,
      answer: groups?.answer,
      output: groups?.output,
    })),
  );
}
