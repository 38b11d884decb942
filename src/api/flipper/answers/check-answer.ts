import type { MeasuredValue, Snapshot } from "../../../app/snapshots/snapshot.ts";
import { isClosed } from "../../../core/evaluation/gates.ts";
import { runSteps } from "../../../core/evaluation/run-steps.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";

const encoder = new TextEncoder();
/** As long as `false`, so that all positions stay the same; JSON allows the space. */
const enabledText = encoder.encode("true ");
const disabledText = "false";

/** The estimated memory of a feature, without the two copies of its key. */
const bytesPerFeature = 100;
const keyCopies = 2;

/**
 * The answer of an actor check of all features (docs/api.md#actor-check). Results that are the same
 * for every actor are built in advance. A check copies this text, evaluates the toggles that depend
 * on the actor, and marks the enabled ones. Building the text from strings for each actor would take
 * as long as the check itself.
 */
export class CheckAnswer implements MeasuredValue {
  readonly #snapshot: Snapshot;
  #parts: CheckParts | undefined;
  #buffer = new Uint8Array(0);

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** An estimate, in bytes of memory. */
  get keptBytes(): number {
    return this.#parts?.keptBytes ?? 0;
  }

  /** The parts that are the same for every actor; undefined until they are built. */
  get parts(): CheckParts | undefined {
    return this.#parts;
  }

  /** Builds the parts that are the same for every actor, if needed; some features in each step. */
  *build(): Generator<void, CheckParts> {
    if (this.#parts === undefined) {
      this.#parts = yield* partsOf(this.#snapshot.eachToggle());
      this.#snapshot.reportResized();
    }
    return this.#parts;
  }

  /**
   * Returns the answer for an actor: the bytes of a JSON object, valid until the next call. A
   * Response copies them. A new array for each answer would take more time than the rest of this
   * method. `enabled` are the indexes of the enabled toggles in `conditional`.
   */
  fill(flipperId: string, enabled: readonly number[]): Uint8Array<ArrayBuffer> {
    const head = `{"flipper_id":${JSON.stringify(flipperId)},"features":{`;
    const { bytes, positions } = this.#parts ?? runSteps(this.build());
    const answer = this.#bufferFor(head.length * bytesPerCharacterMax + bytes.length);
    const { written } = encoder.encodeInto(head, answer);
    answer.set(bytes, written);
    const end = written + bytes.length;
    answer.set(tail, end);
    for (const index of enabled) {
      mark(answer, written + (positions[index] ?? 0));
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

/** The parts that are the same for every actor. */
interface CheckParts {
  readonly featureCount: number;
  /** The toggles whose answers depend on the actor. */
  readonly conditional: readonly Toggle[];
  /** The members of the answer, with the results that are the same for every actor. */
  readonly bytes: Uint8Array;
  /** The positions in `bytes` of the results of `conditional`. */
  readonly positions: readonly number[];
  readonly keptBytes: number;
}

function* partsOf(toggles: Iterable<Toggle>): Generator<void, CheckParts> {
  const pieces: Uint8Array[] = [];
  const conditional: Toggle[] = [];
  const positions: number[] = [];
  let members: string[] = [];
  let featureCount = 0;
  let keptBytes = 0;
  let end = -1;
  for (const toggle of toggles) {
    const isEnabled = toggle.gates.boolean;
    const member = isEnabled ? enabledMember(toggle.key) : answerJson(toggle.key, false);
    end += Buffer.byteLength(member) + 1;
    if (!isEnabled && !isClosed(toggle.gates)) {
      conditional.push(toggle);
      positions.push(end - disabledText.length - 1);
    }
    members.push(member);
    featureCount++;
    keptBytes += keyCopies * toggle.key.length + bytesPerFeature;
    if (members.length === membersPerPiece) {
      pieces.push(encoder.encode(`${members.join(",")},`));
      members = [];
      yield;
    }
  }
  pieces.push(encoder.encode(members.join(",")));
  // Removes the comma after the last member, if the last piece is empty.
  const bytes = Buffer.concat(pieces).subarray(0, Math.max(0, end));
  return { featureCount, keptBytes, conditional, positions, bytes };
}

const membersPerPiece = 256;

/**
 * Writes "enabled" over a result, byte by byte: for five bytes `set` takes several times as long.
 */
function mark(answer: Uint8Array, position: number): void {
  for (let index = 0; index < enabledText.length; index++) {
    answer[position + index] = enabledText[index] ?? 0;
  }
}

/** As long as the member of a disabled feature. */
function enabledMember(key: string): string {
  return `${JSON.stringify(key)}:{"enabled":true }`;
}

/** Returns a member of the answer as text; a plain object would lose the key `__proto__`. */
export function answerJson(key: string, isEnabled: boolean): string {
  return `${JSON.stringify(key)}:{"enabled":${isEnabled}}`;
}

/** The most bytes that UTF-8 needs for a UTF-16 code unit. */
const bytesPerCharacterMax = 3;
/** Spare bytes, so that a slightly longer id needs no new buffer. */
const spareLength = 256;
const tail = encoder.encode("}}");
