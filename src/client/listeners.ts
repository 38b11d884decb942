/** Functions of the application that are called with each new value. */
export interface Listeners<Value> {
  /** Returns a function that ends the calls. */
  add(listener: (value: Value) => void): () => void;
  call(value: Value): void;
}

/** If a listener throws, `fail` gets the error, and the other listeners still run. */
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
