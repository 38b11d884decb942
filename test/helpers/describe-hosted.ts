import { afterAll, beforeAll, beforeEach, describe } from "bun:test";
import { replaceFeatures } from "./describe-targets.ts";
import { documentedService } from "./documented-service.ts";
import { HostedClient } from "./hosted-client.ts";
import { hostedTargets, presetToken } from "./hosted-targets.ts";
import type { Service, ServiceOptions } from "./service.ts";

/**
 * Defines the same tests for every way to run the hosted deployment, with a token that has all
 * permissions. Each way starts once. Production has no features before each test; changes to custom
 * environments are kept between tests.
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
        running = documentedService(await target.start(options), "hosted");
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
