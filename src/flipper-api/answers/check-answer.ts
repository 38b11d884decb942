import type { ActorCheck } from "../../toggles/actor-check.ts";
import { isClosed } from "../../toggles/gates.ts";
import type { Toggle } from "../../toggles/toggle.ts";

const encoder = new TextEncoder();
/** As long as `false`, so that all positions stay the same; JSON allows the space. */
const enabledText = encoder.encode("true ");
const disabledText = "false";

/** The estimated memory of a feature, without the two copies of its key. */
const bytesPerFeature = 100;
const keyCopies = 2;

/**
 * The answer of an actor check of all features (docs/api.md#actor-check), built in advance with the
 * results that are the same for every actor. A check copies this text, evaluates the toggles that
 * depend on the actor, and marks those that are enabled. Building the text from strings for each
 * actor would take as long as the check itself.
 */
export class CheckAnswer {
  readonly featureCount: number;
  /** An estimate, in bytes of memory. */
  readonly keptBytes: number;
  readonly #bytes: Uint8Array;
  /** The toggles whose answers depend on the actor, and the positions of their answers. */
  readonly #conditional: readonly Toggle[];
  readonly #positions: readonly number[];
  #buffer = new Uint8Array(0);

  constructor(toggles: readonly Toggle[]) {
    const members = toggles.map(({ key }) => encoder.encode(answerJson(key, false)));
    const conditional: Toggle[] = [];
    const positions: number[] = [];
    this.featureCount = toggles.length;
    this.keptBytes = toggles.reduce(
      (sum, { key }) => sum + keyCopies * key.length + bytesPerFeature,
      0,
    );
    this.#conditional = conditional;
    this.#positions = positions;
    this.#bytes = new Uint8Array(members.reduce((sum, member) => sum + member.length + 1, 0));
    let end = 0;
    for (const [index, toggle] of toggles.entries()) {
      const member = members[index] ?? noBytes;
      this.#bytes.set(member, end);
      end += member.length;
      const position = end - disabledText.length - 1;
      if (toggle.gates.boolean) {
        mark(this.#bytes, position);
      } else if (!isClosed(toggle.gates)) {
        conditional.push(toggle);
        positions.push(position);
      }
      this.#bytes[end] = comma;
      end += 1;
    }
    this.#bytes = this.#bytes.subarray(0, -1);
  }

  /**
   * Returns the answer for an actor: the bytes of a JSON object, valid until the next call. A
   * Response copies them. A new array for each answer would take more time than the rest of this
   * method.
   */
  fill(flipperId: string, check: ActorCheck): Uint8Array<ArrayBuffer> {
    const head = `{"flipper_id":${JSON.stringify(flipperId)},"features":{`;
    const answer = this.#bufferFor(head.length * bytesPerCharacterMax + this.#bytes.length);
    const { written } = encoder.encodeInto(head, answer);
    answer.set(this.#bytes, written);
    const end = written + this.#bytes.length;
    answer.set(tail, end);
    for (const index of check.enabledAmong(this.#conditional)) {
      mark(answer, written + (this.#positions[index] ?? 0));
    }
    return answer.subarray(0, end + tail.length);
  }

  /** Returns a buffer with room for `length` bytes and the tail. */
  #bufferFor(length: number): Uint8Array<ArrayBuffer> {
    if (this.#buffer.length < length + tail.length) {
      this.#buffer = new Uint8Array(length + tail.length + spareLength);
    }
    return this.#buffer;
  }
}

/**
 * Writes "enabled" over a result, byte by byte: for five bytes `set` takes several times as long.
 */
function mark(answer: Uint8Array, position: number): void {
  for (let index = 0; index < enabledText.length; index++) {
    answer[position + index] = enabledText[index] ?? 0;
  }
}

/** Returns a member of the answer as text; a plain object would lose the key `__proto__`. */
export function answerJson(key: string, isEnabled: boolean): string {
  return `${JSON.stringify(key)}:{"enabled":${isEnabled}}`;
}

/** The most bytes that UTF-8 needs for a UTF-16 code unit. */
const bytesPerCharacterMax = 3;
/** Spare bytes, so that a slightly longer id needs no new buffer. */
const spareLength = 256;
const comma = 0x2c;
const noBytes = new Uint8Array(0);
const tail = encoder.encode("}}");
