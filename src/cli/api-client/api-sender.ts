/**
 * Sends a request to an API of Gatehouse. `path` starts with a slash, is below the API's own path,
 * and is encoded. Rejects if no answer came.
 */
export type ApiSender = (path: string, init?: RequestInit) => Promise<Response>;
