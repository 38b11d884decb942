/**
 * Caches the result for the latest one or two arguments, compared by identity: between two changes most
 * calls repeat. Holds those arguments and one result. A call that throws leaves the cache as it was.
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
