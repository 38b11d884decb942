import { createElement, type ReactElement } from "react";
import { InlineMarkdown } from "./inline-markdown.tsx";

/** A paragraph has its lines, and a list has a text for each item. */
interface Block {
  readonly kind: "text" | "code" | "ul" | "ol";
  readonly lines: string[];
}

/** With the name of a language at most. */
const fence = /^ {0,3}```[\w+#.-]*\s*$/;
const item = /^ {0,3}(?:[-*]|(?<number>\d{1,9})[.)]) +(?<text>\S.*)$/;

/**
 * Markdown as elements: paragraphs, lists, code, bold, italic and https links. HTML, images and all
 * else are shown as they were typed. No text becomes HTML, and nothing is loaded from elsewhere.
 */
export function Markdown({
  text,
  pattern,
}: {
  readonly text: string;
  /** The address of issues, whose names become links; null for none. */
  readonly pattern: string | null;
}): ReactElement {
  const blocks = blocksIn(text).map((block) => shown(block, pattern));
  return createElement("div", { className: "markdown" }, ...blocks);
}

function shown({ kind, lines }: Block, pattern: string | null): ReactElement {
  const inline = (text: string) => <InlineMarkdown pattern={pattern} text={text} />;
  switch (kind) {
    case "code":
      return (
        <pre>
          <code>{lines.join("\n")}</code>
        </pre>
      );
    case "text":
      return <p>{inline(lines.join("\n"))}</p>;
    default:
      return createElement(
        kind,
        null,
        ...lines.map((line) => createElement("li", null, inline(line))),
      );
  }
}

function blocksIn(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  const linesOf = (kind: Block["kind"]): string[] => {
    const last = blocks.at(-1);
    if (isOpen && last?.kind === kind) {
      return last.lines;
    }
    const lines: string[] = [];
    blocks.push({ kind, lines });
    isOpen = true;
    return lines;
  };
  for (const line of text.split("\n")) {
    const isCode: boolean = isOpen && blocks.at(-1)?.kind === "code";
    const listed = item.exec(line)?.groups;
    if (fence.test(line)) {
      isOpen = !isCode && linesOf("code").length === 0;
    } else if (isCode) {
      linesOf("code").push(line);
    } else if (line.trim() === "") {
      isOpen = false;
    } else if (listed === undefined) {
      linesOf("text").push(line);
    } else {
      linesOf(listed.number === undefined ? "ul" : "ol").push(listed.text ?? "");
    }
  }
  return blocks;
}
