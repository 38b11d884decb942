/*
 * The protocol of the administration socket: POST /NAME with the operation's input as JSON, except
 * for an import, whose body is the export itself. The answer is 200 with the operation's output, or
 * another status with `{"message": "…"}`.
 */

/** The socket's name in the data directory. Only users who may open the databases may use it. */
export const socketName = "gatehouse.sock";

export interface AdministrationProblem {
  readonly message: string;
}
