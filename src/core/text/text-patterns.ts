/*
 * Patterns of texts that people write, as strings, which schemas need.
 */

/** Characters that begin or end a line, or that control a terminal. */
export const controlCharacters = "\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029";

/** One line of printable text, without spaces at either end. */
export const linePattern = `^(?!\\s)[^${controlCharacters}]+(?<!\\s)$`;

/** Printable text, also of several lines and with tabs. */
export const linesPattern = `^(?:[^${controlCharacters}]|[\\n\\t])+$`;

/** As `linePattern`, without commas, which separate the members of a list. */
export const listedPattern = `^(?!\\s)[^${controlCharacters},]+(?<!\\s)$`;
