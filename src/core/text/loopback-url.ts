const loopbackUrl = /^https?:\/\/(localhost|127[.\d]+|\[::1\])(:|\/|$)/i;

/** Whether a URL is that of a server on the same machine. */
export function isLoopbackUrl(url: string): boolean {
  return loopbackUrl.test(url);
}
