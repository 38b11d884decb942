import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { IssueText } from "../issues/issue-text.tsx";
import { OutsideLink } from "../issues/outside-link.tsx";

/** Deeper emphasis stays as it was typed. */
const depthMax = 4;

/**
 * In this order: code, an image (which stays as it was typed), a link, an address, bold and italic.
 * Each repetition ends at the end of its line, so a text of 4,000 characters is read quickly.
 */
const inline =
  /`(?<code>[^`\n]+)`|(?<image>!\[[^\]\n]*\]\([^)\n]*\))|\[(?<label>[^\]\n]+)\]\((?<target>https:\/\/[^\s()<>]+)\)|(?<address>https:\/\/[^\s()<>[\]*`"']+)|\*\*(?<bold>\S(?:[^\n]*?\S)??)\*\*|(?<!\w)(?<mark>[*_])(?<italic>[^\s*_](?:[^*_\n]*[^\s*_])?)\k<mark>(?!\w)/g;

const afterAddress = /[.,;:!?]+$/;

interface InlineText {
  readonly text: string;
  /** The address of issues, whose names become links; null for none. */
  readonly pattern: string | null;
  readonly depth?: number;
}

/** A piece of text with its emphasis, its code and its https links. All else is text. */
export function InlineMarkdown({ text, pattern, depth = 0 }: InlineText): ReactElement {
  const parts: ReactNode[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) {
      parts.push(<IssueText pattern={pattern} text={text.slice(end, until)} />);
    }
  };
  for (const match of depth > depthMax ? [] : text.matchAll(inline)) {
    const part = partOf(match.groups ?? {}, (inner) => (
      <InlineMarkdown depth={depth + 1} pattern={pattern} text={inner} />
    ));
    if (part !== null) {
      addText(match.index);
      parts.push(part);
      end = match.index + match[0].length;
    }
  }
  addText(text.length);
  return createElement(Fragment, null, ...parts);
}

type Found = Readonly<Record<string, string | undefined>>;

/** Null for what stays text. */
function partOf(found: Found, shown: (inner: string) => ReactElement): ReactNode {
  const { code, label, target, address, bold, italic } = found;
  if (code !== undefined) {
    return <code>{code}</code>;
  }
  if (bold !== undefined) {
    return <strong>{shown(bold)}</strong>;
  }
  if (italic !== undefined) {
    return <em>{shown(italic)}</em>;
  }
  const href = target ?? address?.replace(afterAddress, "");
  const rest = target === undefined ? address?.slice(href?.length) : "";
  return href !== undefined && isLink(href) ? (
    <>
      <OutsideLink href={href}>{label ?? href}</OutsideLink>
      {rest}
    </>
  ) : null;
}

/** As the server takes links of reasons. */
function isLink(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}
