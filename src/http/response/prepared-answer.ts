import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import { AnswerBody } from "./answer-body.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";

/** Below this size gzip takes more time than it saves on the network. */
const gzipBytesMin = 1024;
/** A cached Response, which is cloned for each request, holds a second copy of the bytes. */
const copies = 2;

/**
 * A JSON answer to a conditional GET, cached in memory with its headers. It is a 304 without a body
 * if the client has the content. Otherwise it is the body in the form that the client accepts. The
 * body never changes; the headers may depend on a version and are computed again when it changes.
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

  /** The memory of the cached forms in bytes. */
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
    this.#plain ??= new PreparedForm({
      whole: wholeHeaders(this.#headersOf(this.#version), this.body.tag, "plain"),
      notModified: notModifiedHeaders(this.#headersOf(this.#version), this.body.tag, "plain"),
      bytes: () => this.body.plain,
    });
    return this.#plain;
  }

  #gzipForm(): PreparedForm {
    this.#gzip ??= new PreparedForm({
      whole: wholeHeaders(this.#headersOf(this.#version), this.body.tag, "gzip"),
      notModified: notModifiedHeaders(this.#headersOf(this.#version), this.body.tag, "gzip"),
      bytes: () => this.body.gzip,
    });
    return this.#gzip;
  }
}

interface FormOptions {
  readonly whole: AnswerHeaders;
  readonly notModified: AnswerHeaders;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
}

/**
 * The responses of one form, which are cloned: a clone shares the bytes, a new Response copies them.
 */
class PreparedForm {
  readonly #options: FormOptions;
  #whole: Response | undefined;
  #notModified: Response | undefined;

  constructor(options: FormOptions) {
    this.#options = options;
  }

  get whole(): Response {
    const { bytes, whole } = this.#options;
    this.#whole ??= new Response(bytes(), { headers: whole });
    return this.#whole;
  }

  get notModified(): Response {
    this.#notModified ??= new Response(null, {
      status: 304,
      headers: this.#options.notModified,
    });
    return this.#notModified;
  }
}
