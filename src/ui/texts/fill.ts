type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type Values<Text extends string> = Readonly<Record<Names<Text>, string | number>>;

// Tests of the rules run without a page.
const locale = globalThis.document?.documentElement.lang || navigator.language;
const integers = new Intl.NumberFormat(navigator.language);
const rules = new Intl.PluralRules(locale);

/** A text with its `{names}` replaced; numbers in the form of the reader's country. */
export function fill<Text extends string>(text: Text, values: Values<Text>): string {
  const byName = new Map(Object.entries<string | number>(values));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = byName.get(name);
    return typeof value === "number" ? integers.format(value) : (value ?? whole);
  });
}

interface PluralText {
  readonly one: string;
  readonly other: string;
}

/** The form of a text for a number, with `{count}` replaced. */
export function plural({ one, other }: PluralText, count: number): string {
  const text = rules.select(count) === "one" ? one : other;
  return text.replaceAll("{count}", integers.format(count));
}

export function formatNumber(value: number): string {
  return integers.format(value);
}

const compact = new Intl.NumberFormat(navigator.language, {
  notation: "compact",
  maximumFractionDigits: 1,
});

/** A number in few characters, such as 526K; the exact one belongs into a tooltip. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

const percents = new Intl.NumberFormat(navigator.language, {
  style: "percent",
  maximumFractionDigits: 0,
});

/** A share from 0 to 1, such as 31%. */
export function formatPercent(share: number): string {
  return percents.format(share);
}
