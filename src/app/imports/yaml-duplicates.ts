/** A key that a mapping has twice, and the line of the second one, from 1. */
export interface YamlDuplicate {
  readonly key: string;
  readonly line: number;
}

interface OpenMapping {
  readonly indent: number;
  readonly keys: Set<string>;
}

const lineEnd = /\r\n|\r|\n/;
const documentStart = /^(?:---|\.\.\.)(?=\s|$)/;
const item = /^-(?:\s+|$)/;
/** An anchor or a tag in front of a value. */
const property = /^[&!]\S*\s+/;
const colon = /:(?=\s|$)/;
const comment = /\s#/;
const blockScalar = /^[|>]/;
/** Before a quotation mark that starts a text. */
const beforeQuote = /[\s[{,:]/;

/**
 * Finds a key that a mapping in block style repeats. Bun's parser takes the last one; the systems
 * that read YAML refuse the file. `text` must be valid YAML.
 */
export function findYamlDuplicate(text: string): YamlDuplicate | undefined {
  const open: OpenMapping[] = [];
  const flow = new FlowText();
  let scalarIndent = Number.POSITIVE_INFINITY;
  for (const [index, line] of text.split(lineEnd).entries()) {
    const trimmed = line.trimStart();
    if (flow.isOpen) {
      flow.read(line);
    } else if (trimmed !== "" && line.length - trimmed.length <= scalarIndent) {
      const content = contentOf(line, open);
      const [key, rest] = keyAndRest(content.text);
      if (key !== undefined && isRepeated(open, content.indent, key)) {
        return { key, line: index + 1 };
      }
      const value = withoutProperties(rest.trimStart());
      scalarIndent = Number.POSITIVE_INFINITY;
      if (blockScalar.test(value)) {
        scalarIndent = key === undefined ? content.itemIndent : content.indent;
      } else {
        flow.start(value);
      }
    }
  }
  return undefined;
}

interface LineContent {
  readonly text: string;
  readonly indent: number;
  /** The indentation of the last `-` of the line, or of its text. */
  readonly itemIndent: number;
}

/** What follows the `-` of list items, each of which starts another mapping. */
function contentOf(line: string, open: OpenMapping[]): LineContent {
  let text = line.trimStart();
  let indent = line.length - text.length;
  const start = documentStart.exec(line);
  if (start !== null) {
    open.length = 0;
    text = line.slice(start[0].length).trimStart();
  }
  let itemIndent = indent;
  for (let dash = item.exec(text); dash !== null; dash = item.exec(text)) {
    closeBelow(open, indent);
    itemIndent = indent;
    indent += dash[0].length;
    text = text.slice(dash[0].length);
  }
  return { text, indent, itemIndent };
}

function withoutProperties(value: string): string {
  let text = value;
  for (let found = property.exec(text); found !== null; found = property.exec(text)) {
    text = text.slice(found[0].length);
  }
  return text;
}

/** The key of a line of a mapping, and the text after its colon. */
function keyAndRest(line: string): readonly [key: string | undefined, rest: string] {
  const text = withoutProperties(line);
  const quoted = new FlowText();
  const start = text[0] === '"' || text[0] === "'" ? quoted.start(text) : 0;
  const end = text.slice(start).search(colon) + start;
  const key = text.slice(0, end).trimEnd();
  const isKey =
    end >= start && key !== "" && !comment.test(key) && !"[{#|>@%`".includes(key[0] ?? "");
  return isKey && !quoted.isOpen ? [key, text.slice(end + 1)] : [undefined, text];
}

function isRepeated(open: OpenMapping[], indent: number, key: string): boolean {
  closeBelow(open, indent);
  let mapping = open.at(-1);
  if (mapping?.indent !== indent) {
    mapping = { indent, keys: new Set() };
    open.push(mapping);
  }
  const isKnown = mapping.keys.has(key);
  mapping.keys.add(key);
  return isKnown;
}

function closeBelow(open: OpenMapping[], indent: number): void {
  while ((open.at(-1)?.indent ?? -1) > indent) {
    open.pop();
  }
}

/** A quoted text or a value in brackets, which may continue on the next lines. */
class FlowText {
  #brackets = 0;
  #quote = "";

  get isOpen(): boolean {
    return this.#brackets > 0 || this.#quote !== "";
  }

  /** As `read`, for a value that may be plain, and then ends at once. */
  start(value: string): number {
    return value !== "" && "\"'[{".includes(value[0] ?? "") ? this.read(value) : 0;
  }

  /** Returns the position after the value, or the length of the text if it continues. */
  read(text: string): number {
    for (let index = 0; index < text.length; index++) {
      if (this.#isPair(text, index)) {
        index++;
      } else {
        this.#readOne(text[index] ?? "", text[index - 1] ?? " ");
      }
      if (!this.isOpen) {
        return index + 1;
      }
    }
    return text.length;
  }

  /** Whether a character of a quoted text belongs to the one before it. */
  #isPair(text: string, index: number): boolean {
    const pair = text.slice(index, index + 2);
    return (this.#quote === '"' && pair[0] === "\\") || (this.#quote === "'" && pair === "''");
  }

  #readOne(character: string, previous: string): void {
    if (this.#quote !== "") {
      this.#quote = character === this.#quote ? "" : this.#quote;
    } else if ((character === '"' || character === "'") && beforeQuote.test(previous)) {
      this.#quote = character;
    } else if (character === "[" || character === "{") {
      this.#brackets++;
    } else if (character === "]" || character === "}") {
      this.#brackets--;
    }
  }
}
