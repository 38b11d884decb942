import type { Check } from "../../toggles/check.ts";
import { isClosed } from "../../toggles/gates.ts";
import type { Toggle } from "../../toggles/toggle.ts";

const encoder = new TextEncoder();
/** As long as `false`, so that an answer changes no other one's place; JSON allows the space. */
const enabledText = encoder.encode("true ");
const disabledText = "false";

/** A toggle whose answer depends on who is asked about, and where its answer stands. */
interface OpenQuestion {
  readonly toggle: Toggle;
  readonly position: number;
}

/**
 * The `features` of a check's answer for every feature (SPEC.md 2.4), written beforehand with those
 * enabled that are for everyone: a check copies the sheet, asks about the toggles that depend on
 * the actor, and marks those that are enabled. Building the text from strings for each actor costs
 * as much as the check itself.
 */
export class CheckSheet {
  readonly featureCount: number;
  readonly #bytes: Uint8Array;
  readonly #questions: readonly OpenQuestion[];
  #paper = new Uint8Array(0);

  constructor(toggles: readonly Toggle[]) {
    const members = toggles.map(({ key }) => encoder.encode(answerJson(key, false)));
    const questions: OpenQuestion[] = [];
    this.featureCount = toggles.length;
    this.#questions = questions;
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
        questions.push({ toggle, position });
      }
      this.#bytes[end] = comma;
      end += 1;
    }
    this.#bytes = this.#bytes.subarray(0, -1);
  }

  /**
   * The whole answer for an actor: bytes of a JSON object, good until the next `fill`. A Response
   * copies them, and a new array for each answer would cost more than everything else here.
   */
  fill(flipperId: string, check: Check): Uint8Array<ArrayBuffer> {
    const head = `{"flipper_id":${JSON.stringify(flipperId)},"features":{`;
    const answer = this.#page(head.length * bytesPerCharacterMax + this.#bytes.length);
    const { written } = encoder.encodeInto(head, answer);
    answer.set(this.#bytes, written);
    const end = written + this.#bytes.length;
    answer.set(tail, end);
    for (const { toggle, position } of this.#questions) {
      if (check.isEnabled(toggle)) {
        mark(answer, written + position);
      }
    }
    return answer.subarray(0, end + tail.length);
  }

  /** Room for so many bytes and the tail. */
  #page(length: number): Uint8Array<ArrayBuffer> {
    if (this.#paper.length < length + tail.length) {
      this.#paper = new Uint8Array(length + tail.length + spareLength);
    }
    return this.#paper;
  }
}

/** Byte by byte: for so few of them a call of `set` costs several times as much. */
function mark(answer: Uint8Array, position: number): void {
  for (let index = 0; index < enabledText.length; index++) {
    answer[position + index] = enabledText[index] ?? 0;
  }
}

/** A member of a check's answer, as text: in an object a feature could not be named `__proto__`. */
export function answerJson(key: string, isEnabled: boolean): string {
  return `${JSON.stringify(key)}:{"enabled":${isEnabled}}`;
}

/** UTF-8 takes no more for a unit of UTF-16. */
const bytesPerCharacterMax = 3;
/** So that a somewhat longer id needs no new paper. */
const spareLength = 256;
const comma = 0x2c;
const noBytes = new Uint8Array(0);
const tail = encoder.encode("}}");
