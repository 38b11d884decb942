/** Functions of the host that are called with each new value. */
export interface Listeners<Value> {
  /** Returns a function that ends the calls. */
  add(listener: (value: Value) => void): () => void;
  call(value: Value): void;
}

/** What a function of the host throws is told to `fail`, and stops nothing. */
export function createListeners<Value>(fail: (error: unknown) => void): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call(value) {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          fail(error);
        }
      }
    },
  };
}
