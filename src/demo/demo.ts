import type { OpenedData } from "../app/writer/opened-data.ts";
import type { Writer } from "../app/writer/writer.ts";
import type { Config } from "../config/config.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import { withDemoBadge } from "./demo-badge.ts";
import { startDemoChecks } from "./demo-checks.ts";
import { createDemoDirectory, removeDemoDirectory } from "./demo-directory.ts";
import { demoNotice } from "./demo-notice.ts";
import { createDemoWebhooks, demoNetworks } from "./demo-webhooks.ts";
import { addDemoTelemetry } from "./history/demo-telemetry.ts";
import { type DemoSecrets, fillDemoData } from "./history/fill-demo-data.ts";
import { demoController } from "./sign-in/demo-controller.ts";

export interface DemoOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
  /** The directory of temporary directories; the system's unless given. */
  readonly parent?: string | undefined;
}

/** The parts of a server that a demo uses once the server listens. */
export interface DemoServer {
  readonly services: { readonly writer: Writer };
  /** The webhooks. */
  readonly service: WebhookService;
  readonly fetch: FetchHandler;
  /** The URL of the server with its base path. */
  readonly siteUrl: string;
  /** The URL of the Flipper API. */
  readonly apiUrl: string;
  readonly print: (text: string) => void;
  readonly closing: {
    add(part: string, withinMs: number, step: () => Promise<unknown>): void;
  };
}

const stopMs = 500;

/** A server with example data in a temporary directory (docs/operations.md#demo). */
export class Demo {
  readonly #options: DemoOptions;
  readonly #directory: string;
  #secrets: DemoSecrets | undefined;

  constructor(options: DemoOptions) {
    this.#options = options;
    this.#directory = createDemoDirectory(options.parent);
  }

  configOf(given: Config): Config {
    const webhookAllow = [...given.webhookAllow, ...demoNetworks];
    return { ...given, dataDirectory: this.#directory, webhookAllow };
  }

  /** Fills the opened directory, which must be empty. */
  async fill<Opened extends OpenedData>(empty: Opened): Promise<Opened> {
    const { opened, secrets } = await fillDemoData(empty, this.#options.now());
    this.#secrets = secrets;
    return opened;
  }

  /** Adds the evaluations of the last month, which the server keeps apart. */
  async startTelemetry(
    telemetry: Pick<Telemetry, "start" | "submit">,
    { state }: OpenedData,
  ): Promise<void> {
    await telemetry.start();
    await addDemoTelemetry(telemetry, state, this.#options.now());
  }

  /** What the site has in addition to another server. */
  siteParts({ basePath }: Config, writer: Writer) {
    const directory = this.#directory;
    return {
      changePack: withDemoBadge,
      extraControllers: [demoController({ writer, directory, basePath })],
    };
  }

  /** Prints the link and the token, and starts the simulated application. */
  async start({ services, service, closing, ...server }: DemoServer): Promise<void> {
    const { fetch, siteUrl, apiUrl, print } = server;
    const { random, onFault } = this.#options;
    if (this.#secrets === undefined) {
      throw new Error("The demo has no data");
    }
    const { code, token, readToken } = this.#secrets;
    await createDemoWebhooks(service, services.writer.state, siteUrl);
    print(demoNotice({ siteUrl, apiUrl, code, token }));
    const stop = startDemoChecks({ fetch, url: siteUrl, token: readToken, random, onFault });
    closing.add("the checks of the demo", stopMs, async () => stop());
  }

  /** Deletes the directory, after the server has closed it. */
  remove(): void {
    removeDemoDirectory(this.#directory);
  }
}
