/** The least that a compiled program does: it starts, and ends. */
export {};
