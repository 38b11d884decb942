/**
 * What the page asks before it repeats a refused request: a proof of identity, or the key of a
 * feature.
 */
export type Question = { readonly kind: "proof" } | { readonly kind: "key"; readonly key: string };

/** A visible question. */
export interface AskedQuestion {
  readonly question: Question;
  /** Resolves with the typed text; null if the person cancels. */
  readonly answered: Promise<string | null>;
  readonly answer: (text: string | null) => void;
}

let asked: AskedQuestion | null = null;
/** The components that can show questions; the last one is on top of the others. */
const hosts: object[] = [];
const listeners = new Set<() => void>();

/** Asks the person; one proof is enough for all waiting requests. */
export async function ask(question: Question): Promise<string | null> {
  while (asked !== null) {
    const open: AskedQuestion = asked;
    const text = await open.answered;
    if (open.question.kind === "proof" && question.kind === "proof") {
      return text;
    }
  }
  const { promise, resolve } = Promise.withResolvers<string | null>();
  asked = {
    question,
    answered: promise,
    answer: (text) => {
      asked = null;
      notify();
      resolve(text);
    },
  };
  notify();
  return promise;
}

/** Shows questions in this component; returns a function that ends it. */
export function addHost(host: object): () => void {
  hosts.push(host);
  notify();
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
    notify();
  };
}

/** The question in this component. */
export function questionAt(host: object): AskedQuestion | null {
  return hosts.at(-1) === host ? asked : null;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) {
    listener();
  }
}
