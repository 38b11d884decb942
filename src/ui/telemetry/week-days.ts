/** What a chart of evaluations shows unless another time is chosen. */
export const weekDays = 7;
