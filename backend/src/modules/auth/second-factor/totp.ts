import { generateSecret, generateURI, verifySync } from 'otplib';

const ISSUER = 'Attune';
/** Seconds of one step; authenticator apps know no other. */
const STEP_SECONDS = 30;

/** @returns 160 random bits in Base32 */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The address that an authenticator app reads from the QR code. */
export function otpauthUrl(secret: string, label: string): string {
  return generateURI({ issuer: ISSUER, label, secret });
}

/**
 * Looks for the time step that a code belongs to: this one, the one before or the one after, for clocks differ.
 * @param lastStep the newest step that was accepted; it and what was before it is not accepted again
 * @returns the step, or undefined when the code is not right
 */
export function stepOf(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
