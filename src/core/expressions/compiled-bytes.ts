import type { Argument } from "./expression.ts";

const bytesPerOperator = 160;
/** References to constant names share most of their memory. */
const bytesPerReference = 32;

/** An estimate of the memory that an expression uses when it is compiled. */
export function compiledBytes(argument: Argument): number {
  if (typeof argument !== "object") {
    return 0;
  }
  if (typeof (argument.FeatureEnabled?.[0] ?? argument) !== "object") {
    return bytesPerReference;
  }
  const [args = []] = Object.values(argument);
  return args.reduce<number>((sum, each) => sum + compiledBytes(each), bytesPerOperator);
}
