import type { StreamReader } from "./open-stream.ts";
import type { StreamKind } from "./stream-form.ts";

/** Counts the open streams of each kind and of each reader. */
export class StreamCounts {
  readonly #byForm = new Map<StreamKind, number>();
  readonly #byReader = new Map<string, number>();

  of(name: StreamKind): number {
    return this.#byForm.get(name) ?? 0;
  }

  /** Throws the form's error if one more stream would exceed a limit. */
  take(reader: Pick<StreamReader, "form" | "readerKey">): void {
    const { form } = reader;
    const key = keyOf(reader);
    const own = this.#byReader.get(key) ?? 0;
    if (this.of(form.kind) >= form.streamsMax || own >= form.streamsPerReaderMax) {
      throw form.tooMany();
    }
    this.#byForm.set(form.kind, this.of(form.kind) + 1);
    this.#byReader.set(key, own + 1);
  }

  release(reader: Pick<StreamReader, "form" | "readerKey">): void {
    const key = keyOf(reader);
    const own = (this.#byReader.get(key) ?? 0) - 1;
    this.#byForm.set(reader.form.kind, this.of(reader.form.kind) - 1);
    if (own > 0) {
      this.#byReader.set(key, own);
    } else {
      this.#byReader.delete(key);
    }
  }
}

function keyOf({ form, readerKey }: Pick<StreamReader, "form" | "readerKey">): string {
  return `${form.kind} ${readerKey}`;
}
