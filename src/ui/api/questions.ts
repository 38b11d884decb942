/**
 * What the page asks before it repeats a refused request: a proof of identity, the key of a feature,
 * whether to pause a rollout, or whether to ask for approval.
 */
type Question = TypedQuestion | ApprovalQuestion;

type TypedQuestion =
  | { readonly kind: "proof" | "pause" }
  | { readonly kind: "key"; readonly key: string };

/** The environment is protected. */
export interface ApprovalQuestion {
  readonly kind: "approval";
  /** The refusal of the server. */
  readonly message: string;
  /** The slug of the environment. */
  readonly environment: string;
  /** The reason that was sent already. */
  readonly reason: string;
}

/** How a change of a protected environment goes on. */
export interface ApprovalChoice {
  /** Whether it becomes a request, or is applied without approval. */
  readonly as: "request" | "bypass";
  /** Empty for no reason. */
  readonly reason: string;
}

type Answer = string | ApprovalChoice;

/** A visible question. */
export interface AskedQuestion {
  readonly question: Question;
  /** Resolves with the typed text or the choice; null if the person cancels. */
  readonly answered: Promise<Answer | null>;
  readonly answer: (answer: Answer | null) => void;
}

let asked: AskedQuestion | null = null;
/** The components that can show questions; the last one is on top of the others. */
const hosts: object[] = [];
const listeners = new Set<() => void>();

/** Asks the person; one proof is enough for all waiting requests. */
export async function ask(question: TypedQuestion): Promise<string | null>;
export async function ask(question: ApprovalQuestion): Promise<ApprovalChoice | null>;
export async function ask(question: Question): Promise<Answer | null> {
  while (asked !== null) {
    const open: AskedQuestion = asked;
    const answer = await open.answered;
    if (open.question.kind === "proof" && question.kind === "proof") {
      return answer;
    }
  }
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  asked = {
    question,
    answered: promise,
    answer: (answer) => {
      asked = null;
      notify();
      resolve(answer);
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
