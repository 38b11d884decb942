/** The facts that the server wrote into the page. */
interface PageFacts {
  /** The path of the UI, such as `/flipper`; empty for the root. */
  readonly base: string;
}

export const pageFacts: PageFacts = {
  base: document.documentElement.dataset["base"] ?? "",
};
