/**
 * Why a remote's page cannot be shown: `unavailable`: it is listed as down, or not listed; `unreachable`: its files, or the
 * list, did not come; `slow`: not within the time limit; `broken`: what came is no container of ours; `outdated`: it was
 * built for another runtime than the one in this tab.
 */
export type ProblemKind = 'unavailable' | 'unreachable' | 'slow' | 'broken' | 'outdated';

export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem';

  constructor(
    readonly kind: ProblemKind,
    remote: string,
    options?: ErrorOptions,
  ) {
    super(`${remote}: ${kind}`, options);
  }
}
