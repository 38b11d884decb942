/** Caches the result for each object until that object is garbage-collected. */
export function memoizePerObject<Subject extends object, Result>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const results = new WeakMap<Subject, { readonly result: Result }>();
  return (subject) => {
    let known = results.get(subject);
    if (known === undefined) {
      known = { result: compute(subject) };
      results.set(subject, known);
    }
    return known.result;
  };
}
