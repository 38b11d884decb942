/** A shell that completes `gatehouse`, and how it is prepared. */
export interface InteractiveShell {
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** The first line that is typed. It binds Control-O to print the line between U+001E and U+001F. */
  readonly setUp: string;
}

const [beginOfLine, endOfLine] = ["\u001e", "\u001f"];
const tabKey = "\t";
const printKey = "\u000f";
const removeLineKey = "\u0015";

/** A shell in a terminal, which a test uses as a person does. */
export class ShellTerminal implements AsyncDisposable {
  readonly #child: Bun.Subprocess;
  #shown = "";
  #onShown: () => void = () => undefined;

  constructor({ argv, variables, setUp }: InteractiveShell, directory: string) {
    const decoder = new TextDecoder();
    this.#child = Bun.spawn([...argv], {
      cwd: directory,
      env: { TERM: "xterm", LC_ALL: "C.UTF-8", HOME: directory, ...variables },
      terminal: {
        cols: 200,
        rows: 50,
        data: (_, bytes) => {
          this.#shown += decoder.decode(bytes, { stream: true });
          this.#onShown();
        },
      },
    });
    this.#type(`${setUp}\r`);
  }

  /** The line that the shell has after a text and the Tab key. */
  async completed(text: string): Promise<string> {
    const count = this.#lines().length;
    this.#type(`${text}${tabKey}${printKey}`);
    for (;;) {
      const line = this.#lines()[count];
      if (line !== undefined) {
        // Not earlier: before the shell has started, the terminal itself would obey the key.
        this.#type(removeLineKey);
        return line;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onShown = resolve;
      await promise;
    }
  }

  #lines(): readonly string[] {
    const parts = this.#shown.split(beginOfLine).slice(1);
    return parts
      .filter((part) => part.includes(endOfLine))
      .map((part) => part.split(endOfLine)[0] ?? "");
  }

  #type(text: string): void {
    this.#child.terminal?.write(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
    this.#child.terminal?.close();
  }
}
