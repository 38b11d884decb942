import type { Mountable } from "./index.ts";

export function reset(toggles: Mountable): void {
  void toggles;
}
