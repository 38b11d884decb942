import type { HttpAnswer } from "./bench-http-client.ts";

/** An answer was wrong or accepted data was lost, so the numbers of the run are not valid. */
export class BenchmarkError extends Error {
  override readonly name = "BenchmarkError";
}

export function expectStatus(answer: HttpAnswer, status: number, what: string): void {
  if (answer.status !== status) {
    throw new BenchmarkError(
      `${what} was answered ${answer.status}, not ${status}: ${answer.body.toString("utf8", 0, 300)}`,
    );
  }
}

/** Throws unless two answers have the same bytes, except for the date. */
export function expectSame(answer: HttpAnswer, expected: HttpAnswer, what: string): void {
  expectStatus(answer, expected.status, what);
  if (!answer.body.equals(expected.body)) {
    throw new BenchmarkError(`${what} was answered with another body`);
  }
  if (!Bun.deepEquals(answer.headers, expected.headers)) {
    throw new BenchmarkError(
      `${what} was answered with other headers: ${JSON.stringify(answer.headers)}, not ${JSON.stringify(expected.headers)}`,
    );
  }
}
