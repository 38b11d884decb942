import { linkIn } from "./reason-links.ts";

/** In UTF-16 code units. */
export const issuePatternLengthMax = 500;
const issuePart = "{issue}";
export const issuePatternForm = `an https address of at most ${issuePatternLengthMax} characters with ${issuePart} in its path or query`;

/** The pattern in a text, such as `https://issues.example.com/{issue}`; undefined for any other text. */
export function issuePatternIn(text: string): string | undefined {
  const pattern = text.trim();
  const [first = "", second = ""] = ["OPS-1", "OPS-2"].map((issue) =>
    linkIn(pattern.replaceAll(issuePart, issue)),
  );
  // Text of a reason must not choose the host.
  const isPattern =
    pattern.length <= issuePatternLengthMax &&
    first !== second &&
    first !== "" &&
    new URL(first).origin === new URL(second).origin;
  return isPattern ? pattern : undefined;
}
