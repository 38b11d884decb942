/** A value that is created on first use. */
export interface Lazy<Value> {
  get(): Value;
  /** The value, if it was already created. */
  readonly made: Value | undefined;
}

export function lazily<Value>(make: () => Value): Lazy<Value> {
  let held: { readonly value: Value } | undefined;
  return {
    get() {
      held ??= { value: make() };
      return held.value;
    },
    get made() {
      return held?.value;
    },
  };
}
