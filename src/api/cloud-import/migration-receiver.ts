import type { ImportPlace } from "../../app/imports/import-place.ts";
import type { ImportRules } from "../../app/imports/imported-gates.ts";
import { GatehouseError } from "../../core/errors.ts";
import { subnetOf } from "../../core/network/subnet.ts";
import type { Rate } from "../../core/rates/rate.ts";
import { RateLimiter } from "../../core/rates/rate-limiter.ts";
import { requireJson } from "../../http/request/media-type.ts";
import { bodyEncoding, readRawBody } from "../../http/request/request-body.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { documentChunks, type Quarantine, quarantinedBytesMax } from "./quarantine.ts";
import { readMigration } from "./read-migration.ts";

/** Enough for a person who migrates once, and tries it a few times. */
const rateOfSender: Rate = { perSecond: 1 / 600, burst: 6 };
/** The maximum number of concurrent bodies, each from another sender. */
const uploadsMax = 4;
const secondsOfUpload = 30;

export interface MigrationReceiverOptions {
  readonly quarantine: Quarantine;
  /** A separate slot for migrations, so that strangers cannot delay imports with a token. */
  readonly place: ImportPlace;
  readonly rules: ImportRules;
  /** The URL of the UI's page for a code; undefined with the reason if there is none. */
  readonly page: { readonly url: string } | { readonly refusal: string };
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

/** Receives the exports of `flipper cloud migrate`, which sends no token (docs/api.md#migrations). */
export class MigrationReceiver {
  readonly #options: MigrationReceiverOptions;
  readonly #limiter: RateLimiter<string>;
  readonly #uploading = new Set<string>();

  constructor(options: MigrationReceiverOptions) {
    this.#options = options;
    this.#limiter = new RateLimiter(rateOfSender, options.nowMs);
  }

  /**
   * Stores the export of a request, and answers with the URL for an owner. `address` is the client's
   * address. Throws `migration_refused`, `rate_limited`, `unavailable`, `import_invalid` and the
   * refusals of bodies.
   */
  async receive(request: Request, address: string): Promise<Response> {
    const { page, quarantine } = this.#options;
    if ("refusal" in page) {
      throw new GatehouseError("migration_refused", { message: page.refusal });
    }
    const sender = subnetOf(address);
    this.#limiter.take(sender);
    requireJson(request.headers.get("content-type"));
    quarantine.requireRoom(sender);
    const code = await withSmallerExports(() => this.#keep(request, sender));
    return jsonResponse(JSON.stringify({ url: `${page.url}#${code}` }));
  }

  async #keep(request: Request, sender: string): Promise<string> {
    const { place, quarantine, rules } = this.#options;
    const encoding = bodyEncoding(request);
    const bytes = await this.#upload(sender, () => readRawBody(request, quarantinedBytesMax.sent));
    const { appName, features } = await place.hold(documentChunks(bytes, encoding), (chunks) =>
      readMigration(chunks, rules),
    );
    return quarantine.add({ appName, featureCount: features.size, sender, encoding }, bytes);
  }

  async #upload<Result>(sender: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#uploading.size >= uploadsMax || this.#uploading.has(sender)) {
      throw new GatehouseError("unavailable", {
        message: "Another export is being received",
        retryAfterSeconds: secondsOfUpload,
      });
    }
    this.#uploading.add(sender);
    try {
      return await work();
    } finally {
      this.#uploading.delete(sender);
    }
  }
}

/** Adds the remedy to the refusal of an export that is too large. */
async function withSmallerExports<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "body_too_large") {
      throw new GatehouseError("body_too_large", {
        message: "The export is too large for a migration; use flipper cloud push",
        cause: error,
      });
    }
    throw error;
  }
}
