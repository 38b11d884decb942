/** What the page asks before it sends a refused request again: who it is, or the key of a feature. */
export type Question = { readonly kind: "proof" } | { readonly kind: "key"; readonly key: string };

/** A question on the screen. */
export interface AskedQuestion {
  readonly question: Question;
  /** Resolves with what was typed; null if the person does not want to go on. */
  readonly answered: Promise<string | null>;
  readonly answer: (text: string | null) => void;
}

let asked: AskedQuestion | null = null;
/** Where questions can be shown; the last one is on top of the others. */
const hosts: object[] = [];
const listeners = new Set<() => void>();

/** Asks the person; one proof is enough for all requests that wait for one. */
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

/** Shows questions from now on; returns what ends that. */
export function addHost(host: object): () => void {
  hosts.push(host);
  notify();
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
    notify();
  };
}

/** The question that this host shows. */
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
