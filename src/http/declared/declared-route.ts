import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";
import { BoundedCache } from "../../core/memo/bounded-cache.ts";
import type { Parameters } from "../request/parameters.ts";
import { parseQuery } from "../request/parse-parameters.ts";
import { documentOf, parametersOf } from "../request/request-parameters.ts";
import { rawQuery } from "../request/request-url.ts";
import type { PeerAddresses } from "../routing/fetch-handler.ts";
import { formOf, type ReadDocument } from "./body-schemas.ts";
import { parametersReader, segmentsReader } from "./sent-values.ts";

export type Segments = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

/** What a route declares about its requests. */
export interface RequestDeclaration<Caller> {
  /** Returns the caller. Throws the refusal of a caller that may not use the route. */
  readonly admit: (request: Request, segments: Segments) => Caller;
  readonly params?: TObject | undefined;
  readonly query?: TObject | undefined;
  readonly body?: TSchema | undefined;
  /** Whether the query is ignored if none is declared; otherwise it must be decodable. */
  readonly ignoresQuery?: boolean | undefined;
  /** Whether the parameters of the query may also be sent in a body. */
  readonly readsBody?: boolean | undefined;
}

/** What the handler of a declared route gets. */
export interface DeclaredContext<Caller> {
  readonly request: Request;
  /** Undefined without a known connection. */
  readonly peers: PeerAddresses | undefined;
  readonly caller: Caller;
  readonly params: Values;
  readonly query: Values;
  readonly body: unknown;
}

type ReadBody = (request: Request) => Promise<{ readonly query: Values; readonly body: unknown }>;

const cachedQueriesMax = 256;
const cachedLengthMax = 128;
/** A part of a text keeps the whole text in memory. */
const cachedUrlLengthMax = 1_024;
const noValues: Values = {};

/**
 * Reads the requests of a route in the documented order: caller, path, query, body
 * (docs/api.md#requests). Each step throws the refusal of an invalid part.
 */
export class DeclaredRoute<Caller> {
  readonly #admit: RequestDeclaration<Caller>["admit"];
  readonly #readSegments: (segments: Segments) => Values;
  /** Undefined if the query is ignored. */
  readonly #readQuery: ((sent: Parameters) => Values) | undefined;
  /** Pollers repeat few queries, and parsing a query takes as long as an answer from memory. */
  readonly #queries = new BoundedCache<string, Values>(cachedQueriesMax);
  /** Undefined if no body is read before the handler runs. */
  readonly #readBody: ReadBody | undefined;

  constructor(declaration: RequestDeclaration<Caller>) {
    const { admit, params, query, body, ignoresQuery } = declaration;
    const isIgnored =
      ignoresQuery === true || (body !== undefined && formOf(body)?.kind === "unread");
    this.#admit = admit;
    this.#readSegments = segmentsReader(params?.properties ?? {});
    this.#readQuery =
      isIgnored && query === undefined ? undefined : parametersReader(query?.properties ?? {});
    this.#readBody = bodyReaderOf(declaration);
  }

  get readsBody(): boolean {
    return this.#readBody !== undefined;
  }

  /** For a route that reads no body. */
  contextOf(
    request: Request,
    segments: Segments,
    peers?: PeerAddresses | undefined,
  ): DeclaredContext<Caller> {
    const caller = this.#admit(request, segments);
    const params = this.#readSegments(segments);
    return { request, peers, caller, params, query: this.#queryOf(request), body: undefined };
  }

  async contextWithBody(request: Request, segments: Segments): Promise<DeclaredContext<Caller>> {
    const caller = this.#admit(request, segments);
    const params = this.#readSegments(segments);
    const sent = await this.#readBody?.(request);
    return { request, peers: undefined, caller, params, query: noValues, body: undefined, ...sent };
  }

  #queryOf({ url }: Request): Values {
    const search = rawQuery(url);
    const known = this.#queries.get(search);
    if (known !== undefined || this.#readQuery === undefined) {
      return known ?? noValues;
    }
    const values = this.#readQuery(parseQuery(search));
    if (search.length <= cachedLengthMax && url.length <= cachedUrlLengthMax) {
      this.#queries.set(search, values);
    }
    return values;
  }
}

function bodyReaderOf({ query, body, readsBody }: RequestDeclaration<unknown>) {
  const form = body && formOf(body);
  if (form !== undefined) {
    return form.kind === "document" ? documentReader(form.read, query) : undefined;
  }
  return body !== undefined || readsBody === true ? bodyParametersReader(query, body) : undefined;
}

function documentReader(read: ReadDocument<unknown>, query: TObject | undefined): ReadBody {
  if (query !== undefined) {
    throw new Error("A route with a JSON document has no parameters in its query");
  }
  return async (request) => ({ query: noValues, body: read(await documentOf(request)) });
}

/** A query parameter may be sent in the body instead (docs/api.md#requests). */
function bodyParametersReader(query: TObject | undefined, body: TSchema | undefined): ReadBody {
  const queryNames = Object.keys(query?.properties ?? {});
  const readQuery = parametersReader(query?.properties ?? {});
  const readBody = parametersReader(TypeGuard.IsObject(body) ? body.properties : {});
  return async (request) => {
    const sent = await parametersOf(request, queryNames);
    return { query: readQuery(sent), body: readBody(sent) };
  };
}
