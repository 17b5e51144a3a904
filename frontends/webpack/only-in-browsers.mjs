// Takes the place of `lazy-again.ts` in the server's files: what is fetched when it is needed is drawn by browsers alone.
export function lazyAgain() {
  return function OnlyInBrowsers() {
    throw new Error('This part is drawn by browsers only.');
  };
}

export function untilItComes() {
  return new Promise(() => undefined);
}
