const thousands = /\B(?=(?:\d{3})+$)/g;

/** An integer with commas: `61,203`. */
export function withCommas(count: number): string {
  return String(count).replace(thousands, ",");
}

/** `1 feature`, `2,000 features`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}

/** The first names, and the number of further ones: `a, b and 3 more`. */
export function firstOf(names: readonly string[], shownMax: number): string {
  const more = names.length - shownMax;
  return more > 0
    ? `${names.slice(0, shownMax).join(", ")} and ${withCommas(more)} more`
    : names.join(", ");
}

const shownLengthMax = 200;

/** The start of a long text, for a line or a cell. */
export function shortened(text: string): string {
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax).toWellFormed()}…` : text;
}

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
const unitBytes = 1024;

/** A size with its unit: `812 bytes`, `4.2 MiB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= unitBytes && unit < units.length - 1) {
    size /= unitBytes;
    unit++;
  }
  return `${unit === 0 ? withCommas(size) : size.toFixed(1)} ${units[unit]}`;
}

/** A fraction as a percentage: `56%`, `<1%`, `>99%`; `-` if the whole is 0. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) {
    return "-";
  }
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 1) {
    return "<1%";
  }
  return part < whole && percent > 99 ? ">99%" : `${Math.round(percent)}%`;
}
