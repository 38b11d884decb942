import type { Map as ImmutableMap } from "immutable";
import { CheckSheet } from "../flipper-api/answers/check-answer.ts";
import { type FeatureShape, featureJson, shapeIndex } from "../flipper-api/answers/feature-json.ts";
import { Body } from "../http/response/answer-body.ts";
import type { Toggle } from "../toggles/toggle.ts";

type Toggles = ImmutableMap<string, Toggle>;

/** Estimates: the object itself with its fields, and an entry of a list of toggles. */
const ownBytes = 512;
const bytesPerToggle = 8;
/** Beside the key, for each feature: its answer's text, and what is asked about it. */
const sheetBytesPerFeature = 100;
/** The answers that are kept ready to be sent hold the bytes once more, and so does a sheet's paper. */
const copies = 2;

/**
 * An immutable picture of an environment: its effective features in list order, and the answers
 * made of them. Everything costly is made when it is first asked for, so that a write pays for
 * its own answer only, however many features there are.
 */
export class Snapshot {
  readonly production: Toggles;
  readonly overrides: Toggles | undefined;
  readonly #keys: () => readonly string[];
  readonly #lists: Body[] = [];
  #toggles: readonly Toggle[] | undefined;
  #checkSheet: CheckSheet | undefined;
  #checkSheetBytes = 0;

  /** `keys` gives the project's feature keys in list order. */
  constructor(production: Toggles, overrides: Toggles | undefined, keys: () => readonly string[]) {
    this.production = production;
    this.overrides = overrides;
    this.#keys = keys;
  }

  find(key: string): Toggle | undefined {
    return this.overrides?.get(key) ?? this.production.get(key);
  }

  /** By key, in the order of UTF-8 bytes. */
  get toggles(): readonly Toggle[] {
    this.#toggles ??= this.#keys().map((key) => this.#existing(key));
    return this.#toggles;
  }

  get checkSheet(): CheckSheet {
    if (this.#checkSheet === undefined) {
      this.#checkSheet = new CheckSheet(this.toggles);
      this.#checkSheetBytes = this.toggles.reduce(
        (sum, { key }) => sum + copies * key.length + sheetBytesPerFeature,
        0,
      );
    }
    return this.#checkSheet;
  }

  /** How much memory it takes now: counted for lists, estimated for the rest. Grows with use. */
  get bytes(): number {
    const lists = this.#lists.reduce((sum, list) => sum + copies * list.keptBytes, 0);
    const toggles = bytesPerToggle * (this.#toggles?.length ?? 0);
    return ownBytes + lists + toggles + this.#checkSheetBytes;
  }

  /** The answer of GET /features in one of its shapes. */
  list(shape: FeatureShape): Body {
    const index = shapeIndex(shape);
    this.#lists[index] ??= new Body(listJson(this.toggles, shape));
    return this.#lists[index];
  }

  #existing(key: string): Toggle {
    const toggle = this.find(key);
    if (toggle === undefined) {
      throw new Error(`The project has the feature ${key} but Production has no gates for it`);
    }
    return toggle;
  }
}

export function listJson(toggles: readonly Toggle[], shape: FeatureShape): string {
  return `{"features":[${toggles.map((toggle) => featureJson(toggle, shape)).join(",")}]}`;
}
