/** For each environment. */
export const outcomeNamesMax = 100;
/** Pairs of outcome name and feature key that clients count, for each environment. */
export const watchedPairsMax = 1_000;

/** In UTF-16 units. */
const lengthMax = 100;
const printable = /^\P{C}+$/u;

/** The rule of `isOutcomeName`, for messages. */
export const outcomeNameRule = `a text of 1 to ${lengthMax} printable characters, without spaces at its ends`;

/** Whether outcomes may have this name. */
export function isOutcomeName(name: string): boolean {
  return name.length <= lengthMax && printable.test(name) && name.trim() === name;
}
