/*
 * The forms of the names and e-mail addresses of people, as sources of regular expressions without
 * flags. Unpaired surrogates reach neither.
 */

export const controlCharacters = "\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029";

export const nameLengthMax = 255;
/** One line of printable text, without spaces at either end. */
export const namePattern = `^(?!\\s)[^${controlCharacters}]+(?<!\\s)$`;

export const emailLengthMax = 254;
export const emailPattern = `^[^\\s${controlCharacters}@]+@[^\\s${controlCharacters}@]+$`;

const emailForm = new RegExp(emailPattern);
const nameForm = new RegExp(namePattern);

export function isEmail(text: string): boolean {
  return text.length <= emailLengthMax && emailForm.test(text);
}

export function isPersonName(text: string): boolean {
  return text.length <= nameLengthMax && nameForm.test(text);
}
