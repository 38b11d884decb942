/** Bun's types take `clone` from undici, whose Response lacks Bun's additions to headers. */
interface Response {
  clone(): Response;
}
