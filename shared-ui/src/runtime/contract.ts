/**
 * The number a remote and the shell must agree on. Within one number the runtime only grows; whoever removes or changes a
 * name, or its meaning, raises it in the shell and in the remotes' `pages.ts`.
 */
export const RUNTIME_CONTRACT = 2;
