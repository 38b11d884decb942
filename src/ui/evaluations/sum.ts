export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
