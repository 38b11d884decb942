/** Headers of an answer by name, in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;
