/**
 * Caches one result, for the latest one or two arguments, which are compared by identity: most
 * calls between two changes have the same arguments. Keeps a reference to the arguments. A call
 * that throws leaves the cache unchanged.
 */
export function memoizeLatest<First, Result, Second = void>(
  compute: (first: First, second: Second) => Result,
): (first: First, second: Second) => Result {
  let latest:
    | { readonly first: First; readonly second: Second; readonly result: Result }
    | undefined;
  return (first, second) => {
    if (latest === undefined || latest.first !== first || latest.second !== second) {
      latest = { first, second, result: compute(first, second) };
    }
    return latest.result;
  };
}
