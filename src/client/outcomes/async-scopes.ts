/** Finds the value of the innermost `run` that the current code is a part of. */
export interface AsyncScopes<Value> {
  run<Result>(value: Value, work: () => Result): Result;
  getStore(): Value | undefined;
}

/**
 * Follows asynchronous work in Node, Bun and Deno. Other runtimes, such as browsers, have no
 * AsyncLocalStorage: there the value is known until the work waits for the first time.
 */
export function createAsyncScopes<Value>(): AsyncScopes<Value> {
  const { AsyncLocalStorage } = globalThis.process?.getBuiltinModule?.("node:async_hooks") ?? {};
  return AsyncLocalStorage === undefined ? synchronousScopes() : new AsyncLocalStorage<Value>();
}

function synchronousScopes<Value>(): AsyncScopes<Value> {
  let current: Value | undefined;
  return {
    run(value, work) {
      const before = current;
      current = value;
      try {
        return work();
      } finally {
        current = before;
      }
    },
    getStore: () => current,
  };
}
