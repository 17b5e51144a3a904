/**
 * Stands in for the federation runtime's comparing of versions in the build. What is shared comes from the shell alone, in one version, and a
 * contract number guards it (see `shared-ui/src/runtime/contract.ts`).
 */
export function satisfy(version, range) {
  throw new Error(`Something is shared in more than one version, of which nothing is known here: ${version}, ${range}`);
}
