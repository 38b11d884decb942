/**
 * Sends a request to an API of Gatehouse. `path` is encoded, relative to the API, and starts with a
 * slash. Rejects if no answer arrives.
 */
export type ApiSender = (path: string, init?: RequestInit) => Promise<Response>;
