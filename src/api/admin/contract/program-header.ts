/** Programs send it with any value. A page of another site cannot send it without permission. */
export const programHeader = "gatehouse-program";
