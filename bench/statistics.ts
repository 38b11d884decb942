export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The quantile of the numbers for `share`, 0 to 1, interpolated between two numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) {
    throw new Error("There is no quantile of nothing");
  }
  return below + (above - below) * (position - Math.floor(position));
}

/** The median; undefined if any number is missing or the list is empty. */
export function medianIfAll(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length < numbers.length || known.length === 0 ? undefined : median(known);
}
