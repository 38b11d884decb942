/** What a command tells the thread that writes its progress. */
export type ProgressMessage =
  | {
      readonly kind: "step";
      readonly name: string;
      /** The width of the terminal; undefined if it is not known. */
      readonly columns: number | undefined;
    }
  | { readonly kind: "stop" };
