import { GatehouseError } from "../errors.ts";

/** The id of the actor, as expressions read it. */
export const actorIdProperty = "flipper_id";

const slot = "{id}";

/** How the ids of the other system become ids of actors, such as `User;{id}`. */
export class ActorIds {
  readonly #before: string;
  readonly #after: string;

  /** Throws request_invalid unless the pattern contains `{id}` once. */
  constructor(pattern: string = slot) {
    const [before, after, more] = pattern.split(slot);
    if (before === undefined || after === undefined || more !== undefined) {
      throw new GatehouseError("request_invalid", {
        message: `The pattern of actor ids must contain ${slot} once, as User;${slot} does`,
      });
    }
    this.#before = before;
    this.#after = after;
  }

  idOf(id: string): string {
    return `${this.#before}${id}${this.#after}`;
  }

  /** The start of all actor ids whose ids start with a text; undefined if the pattern goes on after it. */
  startOf(prefix: string): string | undefined {
    return this.#after === "" ? `${this.#before}${prefix}` : undefined;
  }
}
