import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';

export const MAINTENANCE_TASK = 'attune:maintenance-task';

/** Something that is tidied up now and then by the domain that owns it. */
export interface TidiesUp {
  /**
   * Removes what has expired. It is called about once an hour, by one worker or another, and may be cut short.
   * @returns how many rows went
   */
  tidyUp(): Promise<number>;
}

/** Marks a class as a maintenance task: `@MaintenanceTask('sessions')`. It runs in any worker whose modules provide it. */
export function MaintenanceTask(name: string) {
  const decorate = applyDecorators(Injectable(), SetMetadata(MAINTENANCE_TASK, name));
  return <T extends TidiesUp>(target: new (...dependencies: never[]) => T): void => {
    decorate(target);
  };
}
