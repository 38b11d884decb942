import type { ApiClient } from "./api-client.ts";
import { describeTargets } from "./describe-targets.ts";
import { mountableTargets } from "./mountable-targets.ts";
import type { ServiceOptions } from "./service.ts";

/** Defines the same tests for every way to run the mountable deployment. */
export function describeMountable(
  title: string,
  define: (api: ApiClient) => void,
  options: ServiceOptions = {},
): void {
  describeTargets(mountableTargets, title, options, define);
}
