import { isJsonObject } from "../../core/text/json-object.ts";
import { UnknownAnswer } from "./api-failure.ts";

/** A change that waits for approval as a change request. */
export class RequestOpened extends Error {
  override readonly name = "RequestOpened";
  readonly id: number;
  readonly title: string;

  /** `answer` is the body of a 202. Throws an UnknownAnswer for anything else. */
  constructor(answer: unknown) {
    super("The change became a request");
    const request = isJsonObject(answer) ? answer.request : undefined;
    if (
      !isJsonObject(request) ||
      typeof request.id !== "number" ||
      typeof request.title !== "string"
    ) {
      throw new UnknownAnswer("the server opened a request, but its answer cannot be read");
    }
    this.id = request.id;
    this.title = request.title;
  }
}
