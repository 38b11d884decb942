import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { acceptsCoding } from "../request/accepted-coding.ts";
import { entityTags, etagMatches } from "../request/negotiation.ts";
import { ContentTag } from "../response/content-tag.ts";
import type { PackedAsset } from "../response/page-pack.ts";

type Content = Blob | Pick<PackedAsset, "brotli" | "plain">;
type Encoding = "br" | "gzip" | "plain";

interface PreparedAsset {
  /** A hash of the content. */
  readonly tag: string;
  readonly brotli: Blob | undefined;
  gzip(): Promise<Blob>;
  plain(): Promise<Blob>;
}

const aYear = "public, max-age=31536000, immutable";
const brotliSuffix = "-br";
const decompress = promisify(brotliDecompress);

/**
 * A file of the page. It is hashed at first use. The first request for a form creates it, in another
 * thread.
 */
export class PageAsset {
  readonly #type: string;
  readonly #content: () => Content;
  #prepared: Promise<PreparedAsset> | undefined;

  constructor(type: string, content: () => Content) {
    this.#type = type;
    this.#content = content;
  }

  /** The version for the query of its URL, which changes with the content. */
  async version(): Promise<string> {
    return (await this.#prepare()).tag;
  }

  /** Browsers cache it forever if the URL has the version; otherwise they revalidate it each time. */
  async respond(request: Request, version: string | undefined): Promise<Response> {
    const asset = await this.#prepare();
    const { tag } = asset;
    const encoding = encodingFor(request.headers.get("accept-encoding"), asset);
    const headers = {
      "cache-control": version === tag ? aYear : "no-cache",
      "x-content-type-options": "nosniff",
      etag: encoding === "br" ? `"${tag}${brotliSuffix}"` : entityTags(tag)[encoding],
      vary: "accept-encoding",
    };
    const known = request.headers.get("if-none-match");
    if (etagMatches(known, tag) || etagMatches(known, tag + brotliSuffix)) {
      return new Response(null, { status: 304, headers });
    }
    const typed = { ...headers, "content-type": this.#type };
    return encoding === "plain"
      ? new Response(await asset.plain(), { headers: typed })
      : new Response(encoding === "br" ? asset.brotli : await asset.gzip(), {
          headers: { ...typed, "content-encoding": encoding },
        });
  }

  #prepare(): Promise<PreparedAsset> {
    this.#prepared ??= prepared(this.#content());
    return this.#prepared;
  }
}

function encodingFor(accepted: string | null, { brotli }: PreparedAsset): Encoding {
  if (brotli !== undefined && acceptsCoding(accepted, "br")) {
    return "br";
  }
  return acceptsCoding(accepted, "gzip") ? "gzip" : "plain";
}

async function prepared(content: Content): Promise<PreparedAsset> {
  const { brotli, plain } =
    content instanceof Blob ? { brotli: undefined, plain: () => content } : formsOf(content);
  const hashed = new Uint8Array(await (brotli ?? (await plain())).arrayBuffer());
  return {
    // The same content always compresses to the same bytes.
    tag: new ContentTag().add(hashed).value,
    brotli,
    plain: kept(plain),
    gzip: kept(async () => {
      const compressed = (await plain()).stream().pipeThrough(new CompressionStream("gzip"));
      return new Response(compressed).blob();
    }),
  };
}

function formsOf(content: Exclude<Content, Blob>) {
  const { brotli } = content;
  if (brotli === undefined) {
    return { brotli, plain: () => new Blob([content.plain()]) };
  }
  return {
    brotli: new Blob([brotli]),
    plain: async () => new Blob([new Uint8Array(await decompress(brotli))]),
  };
}

function kept<Value>(make: () => Value | Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= Promise.resolve(make());
    return made;
  };
}
