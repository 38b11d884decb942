/*
 * The forms of the names and e-mail addresses of people. The command line and the schemas of the
 * Admin API accept the same.
 */

const nameLengthMax = 255;
export const emailLengthMax = 254;

/** Control characters, and line and paragraph separators. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const emailForm = /^[^\s@]+@[^\s@]+$/;

export function isEmail(text: string): boolean {
  return text.length <= emailLengthMax && emailForm.test(text) && !controls.test(text);
}

/** One line of printable text, without spaces at either end. */
export function isPersonName(text: string): boolean {
  return (
    text !== "" && text.length <= nameLengthMax && text.trim() === text && !controls.test(text)
  );
}
