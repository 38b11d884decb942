export const requestIdHeader = "x-request-id";

/** Token characters (RFC 9110, section 5.6.2): nothing that means something to a log or a terminal. */
const form = /^[\w!#$%&'*+.^`|~-]{1,128}$/;

/** The id that the sender or a proxy gave the request; null without one that is fit to be repeated. */
export function requestIdOf(request: Request): string | null {
  const id = request.headers.get(requestIdHeader);
  return id !== null && form.test(id) ? id : null;
}
