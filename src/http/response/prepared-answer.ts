import { acceptsGzip, entityTags, etagMatches } from "../request/negotiation.ts";
import type { Body } from "./answer-body.ts";

/** Below this gzip costs more than the network saves. */
const gzipBytesMin = 1024;
const json = { "content-type": "application/json" };

/**
 * The answer to a conditional GET: 304 without a body if the client has the content, else the body
 * in the form that it accepts. `headers` stand on both; the same object means the same headers.
 */
export function conditionalResponse(
  request: Request,
  body: Body,
  headers: Readonly<Record<string, string>>,
): Response {
  const isGzip = body.length >= gzipBytesMin && acceptsGzip(request.headers.get("accept-encoding"));
  const forms = formsOf(body, headers);
  const form = isGzip ? forms.gzip : forms.plain;
  const isKnown = etagMatches(request.headers.get("if-none-match"), body.tag);
  return (isKnown ? form.notModified : form.whole).clone();
}

/**
 * Answers are cloned from templates: a clone shares its bytes, a new Response copies them. A form
 * whose bytes were asked for is one that the body keeps too, so it counts this copy.
 */
class Form {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #bytes: () => Uint8Array<ArrayBuffer>;
  #whole: Response | undefined;
  #notModified: Response | undefined;

  constructor(
    headers: Readonly<Record<string, string>>,
    etag: string,
    bytes: () => Uint8Array<ArrayBuffer>,
  ) {
    const vary = headers.vary === undefined ? [] : [headers.vary];
    this.#headers = { ...headers, etag, vary: ["accept-encoding", ...vary].join(", ") };
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

interface Forms {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Form;
  readonly gzip: Form;
}

const prepared = new WeakMap<Body, Forms>();

function formsOf(body: Body, headers: Readonly<Record<string, string>>): Forms {
  const known = prepared.get(body);
  if (known?.headers === headers) {
    return known;
  }
  const tags = entityTags(body.tag);
  const forms = {
    headers,
    plain: new Form(headers, tags.plain, () => body.bytes),
    gzip: new Form({ ...headers, "content-encoding": "gzip" }, tags.gzip, () => body.gzip),
  };
  prepared.set(body, forms);
  return forms;
}
