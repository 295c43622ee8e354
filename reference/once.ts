/** Makes it when it is first asked for, and keeps it: a page of the app must not compute what it may never need. */
export function once<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
