const loopbackUrl = /^https?:\/\/(localhost|127[.\d]+|\[::1\])(:|\/|$)/i;

/** Whether a URL is of this server itself. */
export function isLoopbackUrl(url: string): boolean {
  return loopbackUrl.test(url);
}
