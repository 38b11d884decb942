/** Bun's types take `clone` from undici, whose answers lack what Bun adds to headers; Bun's own do not. */
interface Response {
  clone(): Response;
}
