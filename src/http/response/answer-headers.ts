/** Headers of an answer, names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;
