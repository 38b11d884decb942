/** The time in charts of evaluations unless another one is chosen. */
export const weekDays = 7;
