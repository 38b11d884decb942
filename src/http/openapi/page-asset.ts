import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import { notModifiedHeaders, wholeHeaders } from "../response/conditional-headers.ts";
import { ContentTag } from "../response/content-tag.ts";

interface AssetOptions {
  readonly type: string;
  readonly content: Blob;
}

interface PreparedAsset {
  /** A hash of the content. */
  readonly tag: string;
  readonly gzip: Blob;
}

const aYear = "public, max-age=31536000, immutable";

/**
 * A file of the page. It is hashed and compressed once, in another thread, when it is needed first.
 */
export class PageAsset {
  readonly #options: AssetOptions;
  #prepared: Promise<PreparedAsset> | undefined;

  constructor(options: AssetOptions) {
    this.#options = options;
  }

  /** The version for the query of its URL: a new one for new content. */
  async version(): Promise<string> {
    return (await this.#prepare()).tag;
  }

  /** Browsers keep it for ever if the URL has the version, else they ask each time. */
  async respond(request: Request, version: string | undefined): Promise<Response> {
    const { tag, gzip } = await this.#prepare();
    const { type, content } = this.#options;
    const encoding = acceptsGzip(request.headers.get("accept-encoding")) ? "gzip" : "plain";
    const headers = {
      "cache-control": version === tag ? aYear : "no-cache",
      "x-content-type-options": "nosniff",
    };
    if (etagMatches(request.headers.get("if-none-match"), tag)) {
      return new Response(null, {
        status: 304,
        headers: notModifiedHeaders(headers, tag, encoding),
      });
    }
    return new Response(encoding === "gzip" ? gzip : content, {
      headers: { ...wholeHeaders(headers, tag, encoding), "content-type": type },
    });
  }

  #prepare(): Promise<PreparedAsset> {
    this.#prepared ??= prepared(this.#options.content);
    return this.#prepared;
  }
}

async function prepared(content: Blob): Promise<PreparedAsset> {
  const tag = new ContentTag().add(new Uint8Array(await content.arrayBuffer())).value;
  const compressed = content.stream().pipeThrough(new CompressionStream("gzip"));
  return { tag, gzip: await new Response(compressed).blob() };
}
