/*
 * The protocol of the administration socket: POST /NAME with the operation's input as JSON. The
 * answer is 200 with the operation's output, or another status with `{"message": "…"}`.
 */

/** The name of the socket in the data directory: users who may read the databases may use it. */
export const socketName = "gatehouse.sock";

/** Holds an import of the largest size in which every second character is escaped. */
export const requestBytesMax = 101 * 1024 * 1024;

export interface AdministrationProblem {
  readonly message: string;
}
