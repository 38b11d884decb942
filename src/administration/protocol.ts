/*
 * What passes through the socket: POST /NAME with the operation's input as JSON, answered 200 with
 * its output, or with another status and `{"message": "…"}`.
 */

/** Beside the databases, as it belongs to whoever may read those. */
export const socketName = "gatehouse.sock";

/** An import of the largest size, every second character escaped. */
export const requestBytesMax = 101 * 1024 * 1024;

export interface Problem {
  readonly message: string;
}
