import { brotliCompress, constants, gunzip } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

/** A longer text has no Brotli form, because compressing it needs the whole text in memory. */
const gzipBytesMax = 512 * 1024;
/** The highest quality takes many times longer, and saves only a tenth of the size. */
const quality = 9;

/** A text that is cached in gzip and, after the first client that accepts it, in Brotli. */
export class KeptText {
  readonly gzip: Blob;
  #brotli: Promise<Bytes> | undefined;

  constructor(gzip: Blob) {
    this.gzip = gzip;
  }

  /** The text in Brotli; null if it is too long. */
  async brotli(): Promise<Bytes | null> {
    if (this.gzip.size > gzipBytesMax) {
      return null;
    }
    this.#brotli ??= this.gzip.arrayBuffer().then(inflated).then(brotliOf);
    return this.#brotli;
  }
}

/** `node:zlib` inflates and compresses on other threads. */
function inflated(zipped: ArrayBuffer): Promise<Uint8Array> {
  return called((done) => gunzip(zipped, done));
}

function brotliOf(text: Uint8Array): Promise<Bytes> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return called((done) => brotliCompress(text, { params }, done));
}

type Done = (error: Error | null, bytes: Uint8Array) => void;

function called(work: (done: Done) => void): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
  work((error, bytes) => {
    if (error === null) {
      resolve(new Uint8Array(bytes));
    } else {
      reject(error);
    }
  });
  return promise;
}
