export const requestIdHeader = "x-request-id";

/** Token characters (RFC 9110, section 5.6.2), which are safe in a log and on a terminal. */
const form = /^[\w!#$%&'*+.^`|~-]{1,128}$/;

/** Returns the request id from the sender or a proxy; null without a valid one. */
export function requestIdOf(request: Request): string | null {
  const id = request.headers.get(requestIdHeader);
  return id !== null && form.test(id) ? id : null;
}
