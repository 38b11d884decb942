/** Does work on a place, and releases the place also if the work fails. */
export async function released<Answer>(
  work: () => Promise<Answer>,
  release: () => Promise<void>,
): Promise<Answer> {
  try {
    return await work();
  } finally {
    await release();
  }
}
