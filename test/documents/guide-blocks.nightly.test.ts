import { expect, test } from "bun:test";
import { join } from "node:path";
import { type DocumentBlock, documentBlocks } from "./document-blocks.ts";
import { documentFiles } from "./document-files.ts";
import { gatehouse, running, shell } from "./running-gatehouse.ts";

const token = "a-token-for-the-guides";
const documentedUrl = "http://127.0.0.1:8080";
const shownFile = /<!-- file: (?<name>[\w.-]+) -->\n```\w+\n(?<content>[\s\S]*?)```/g;

const guides = Map.groupBy(
  documentBlocks().filter(({ test: kind }) => kind === "guide"),
  ({ document }) => document,
);

test.each([...guides])(
  "the commands of %s print what it shows",
  async (document, blocks) => {
    const [start, ...rest] = blocks;
    expect(start?.text).toBe("gatehouse serve\n");
    const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"), {
      GATEHOUSE_TOKEN: token,
    });
    try {
      await writeFiles(document, server.directory);
      for (const block of rest) {
        await expectOutput(block, server);
      }
    } finally {
      await server.stop();
    }
  },
  180_000,
);

/** Writes the files that the guide shows. */
async function writeFiles(document: string, directory: string): Promise<void> {
  const text = documentFiles().find(({ path }) => path === document)?.text ?? "";
  for (const { groups } of text.matchAll(shownFile)) {
    await Bun.write(join(directory, groups?.name ?? ""), groups?.content ?? "");
  }
}

async function expectOutput(
  { text, output }: DocumentBlock,
  { url, directory }: { readonly url: string; readonly directory: string },
): Promise<void> {
  const printed = await shell(text.replaceAll(documentedUrl, url), directory, { TOKEN: token });
  if (output !== undefined) {
    expect(printed).toMatch(patternOf(output));
  }
}

/** In a guide, `…` stands for any text, and the width of columns does not count. */
function patternOf(output: string): RegExp {
  const parts = output
    .trim()
    .split("…")
    .map((part) =>
      part
        .trim()
        .split(/\s+/)
        .map((word) => RegExp.escape(word))
        .join("\\s+"),
    );
  return new RegExp(`^\\s*${parts.join("[^]*")}\\s*$`);
}
