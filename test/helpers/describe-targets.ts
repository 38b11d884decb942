import { afterAll, beforeAll, beforeEach, describe } from "bun:test";
import { ApiClient } from "./api-client.ts";
import { documentedService } from "./documented-service.ts";
import type { Service, ServiceOptions, Target } from "./service.ts";

/**
 * Defines the same tests for every target. Each target starts once for all tests, and all features
 * are removed before each test.
 */
export function describeTargets(
  targets: readonly Target[],
  title: string,
  options: ServiceOptions,
  define: (api: ApiClient) => void,
): void {
  for (const target of targets) {
    describe(`${title} (${target.name})`, () => {
      let running: Service | undefined;
      const api = new ApiClient(() => {
        if (running === undefined) {
          throw new Error("the service is not started yet");
        }
        return running;
      });
      beforeAll(async () => {
        running = documentedService(await target.start(options), "mountable");
      });
      beforeEach(async () => {
        await replaceFeatures(api, {});
      });
      afterAll(async () => {
        await running?.stop();
      });
      define(api);
    });
  }
}

/** Replaces all features of the service, given as in an export (docs/api.md#import-and-export). */
export async function replaceFeatures(
  api: ApiClient,
  features: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [response, body] = await api.import(features);
  if (response.status !== 204) {
    throw new Error(`the service could not be set up: ${JSON.stringify(body)}`);
  }
}
