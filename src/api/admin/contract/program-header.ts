/** Sent by programs, with any value: a page of another site cannot send it without being allowed to. */
export const programHeader = "gatehouse-program";
