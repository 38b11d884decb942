import { acceptsGzip, entityTags, etagMatches } from "../request/negotiation.ts";
import { AnswerBody } from "./answer-body.ts";
import { type AnswerHeaders, apiHeaders } from "./answer-headers.ts";

/** Below this size gzip takes more time than it saves on the network. */
const gzipBytesMin = 1024;
const json = { "content-type": "application/json" };
/** A kept Response, which is cloned for each request, holds a second copy of the bytes. */
const copies = 2;

/**
 * A JSON answer to a conditional GET, kept in memory with its headers: 304 without a body if the
 * client has the content, else the body in the form that the client accepts. The body never
 * changes; the headers may depend on a version and are computed again when it changes.
 */
export class PreparedAnswer {
  readonly body: AnswerBody;
  readonly #headersOf: (version: number) => AnswerHeaders;
  #version = Number.NaN;
  #plain: PreparedForm | undefined;
  #gzip: PreparedForm | undefined;

  constructor(text: string, headersOf: (version: number) => AnswerHeaders) {
    this.body = new AnswerBody(text);
    this.#headersOf = headersOf;
  }

  /** The bytes of memory that the prepared forms take. */
  get keptBytes(): number {
    return copies * this.body.keptBytes;
  }

  respond(request: Request, version: number): Response {
    const body = this.body;
    const isGzip =
      body.length >= gzipBytesMin && acceptsGzip(request.headers.get("accept-encoding"));
    if (this.#version !== version) {
      this.#version = version;
      this.#plain = undefined;
      this.#gzip = undefined;
    }
    const form = isGzip ? this.#gzipForm() : this.#plainForm();
    const isKnown = etagMatches(request.headers.get("if-none-match"), body.tag);
    return (isKnown ? form.notModified : form.whole).clone();
  }

  #plainForm(): PreparedForm {
    this.#plain ??= new PreparedForm(
      this.#headersOf(this.#version),
      entityTags(this.body.tag).plain,
      () => this.body.bytes,
    );
    return this.#plain;
  }

  #gzipForm(): PreparedForm {
    this.#gzip ??= new PreparedForm(
      { ...this.#headersOf(this.#version), "content-encoding": "gzip" },
      entityTags(this.body.tag).gzip,
      () => this.body.gzip,
    );
    return this.#gzip;
  }
}

/** The responses of one form, which are cloned: a clone shares the bytes, a new Response copies. */
class PreparedForm {
  readonly #headers: AnswerHeaders;
  readonly #bytes: () => Uint8Array<ArrayBuffer>;
  #whole: Response | undefined;
  #notModified: Response | undefined;

  constructor(headers: AnswerHeaders, etag: string, bytes: () => Uint8Array<ArrayBuffer>) {
    const vary = headers.vary === undefined ? [] : [headers.vary];
    this.#headers = {
      ...apiHeaders,
      ...headers,
      etag,
      vary: ["accept-encoding", ...vary].join(", "),
    };
    this.#bytes = bytes;
  }

  get whole(): Response {
    this.#whole ??= new Response(this.#bytes(), { headers: { ...json, ...this.#headers } });
    return this.#whole;
  }

  get notModified(): Response {
    if (this.#notModified === undefined) {
      const { "content-encoding": _, ...headers } = this.#headers;
      this.#notModified = new Response(null, { status: 304, headers });
    }
    return this.#notModified;
  }
}
