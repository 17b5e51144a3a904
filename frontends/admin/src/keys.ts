/** Everything that an administrator's session has shown is kept under this key, so that it can be forgotten at once. */
export const adminKey = ['admin'] as const;

/** The figures, the state of the parts and the open emergency access; shown by every page of the area. */
export const dashboardKey = [...adminKey, 'dashboard'] as const;

/** Who opened which record in an emergency. */
export const openingsKey = [...adminKey, 'openings'] as const;

/** Whether the own sign-in asks for a second factor. */
export const secondFactorKey = [...adminKey, 'second-factor'] as const;

/** When the session ends, by this device's clock. */
export const sessionKey = [...adminKey, 'session'] as const;
