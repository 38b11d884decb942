/** What package managers show about the program; lines have at most 79 characters. */
export const summary = "self-hosted feature-toggle server";

export const descriptionLines = [
  "Gatehouse enables features for some actors, for a percentage of them, or for",
  "everyone, and speaks the API of Flipper. It is one executable with a web UI.",
  "It keeps its data in one directory or in a PostgreSQL database.",
] as const;
