import { afterAll, beforeAll, beforeEach, describe } from "bun:test";
import { replaceFeatures } from "./describe-targets.ts";
import { HostedClient } from "./hosted-client.ts";
import { hostedTargets, presetToken } from "./hosted-targets.ts";
import type { Service, ServiceOptions } from "./service.ts";

/**
 * The same tests for every way to run the hosted deployment, with a token that may do everything.
 * Each way starts once, and Production has no features before each test; what tests do to custom
 * environments stays.
 */
export function describeHosted(
  title: string,
  define: (manager: HostedClient) => void,
  options: ServiceOptions = {},
): void {
  for (const target of hostedTargets) {
    describe(`${title} (${target.name})`, () => {
      let running: Service | undefined;
      const manager = new HostedClient(() => {
        if (running === undefined) {
          throw new Error("the service is not started yet");
        }
        return running;
      }, presetToken);
      beforeAll(async () => {
        running = await target.start(options);
      });
      beforeEach(async () => {
        await replaceFeatures(manager, {});
      });
      afterAll(async () => {
        await running?.stop();
      });
      define(manager);
    });
  }
}
