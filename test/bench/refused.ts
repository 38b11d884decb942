import type { Exchanged } from "./exchange.ts";

/** An answer was wrong or a kept promise was not: numbers that came with it mean nothing. */
export class Refused extends Error {
  override readonly name = "Refused";
}

export function expectStatus(answer: Exchanged, status: number, what: string): void {
  if (answer.status !== status) {
    throw new Refused(
      `${what} was answered ${answer.status}, not ${status}: ${answer.body.toString("utf8", 0, 300)}`,
    );
  }
}

/** Throws unless two answers are the same to the byte, but for the date. */
export function expectSame(answer: Exchanged, expected: Exchanged, what: string): void {
  expectStatus(answer, expected.status, what);
  if (!answer.body.equals(expected.body)) {
    throw new Refused(`${what} was answered with another body`);
  }
  if (!Bun.deepEquals(answer.headers, expected.headers)) {
    throw new Refused(
      `${what} was answered with other headers: ${JSON.stringify(answer.headers)}, not ${JSON.stringify(expected.headers)}`,
    );
  }
}
