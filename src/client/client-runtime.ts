import type { ClientRuntime } from "./client-types.ts";

/** Works in every runtime: Bun, Node, Deno and browsers. */
export const commonRuntime: ClientRuntime = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    // A waiting timer must not keep Bun or Node running. Timers of browsers are numbers.
    if (typeof timer === "object") {
      timer.unref?.();
    }
    return () => clearTimeout(timer);
  },
};
