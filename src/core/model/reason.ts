import { isLongerThan } from "../text/text-length.ts";

/** In code points. */
export const reasonLengthMax = 1_000;
export const reasonForm = `1 to ${reasonLengthMax} characters, without control characters except line breaks`;

/** No control characters but line breaks; see `controlCharacters`. */
const form = /^(?:[^\p{Cc}\u2028\u2029]|\n)+$/u;

/** The reason in a text, without outer white space; undefined for a text that is no reason. */
export function reasonIn(text: string): string | undefined {
  const reason = text.replaceAll("\r\n", "\n").trim();
  return form.test(reason) && !isLongerThan(reason, reasonLengthMax) ? reason : undefined;
}
