export const SESSION_TYPES = ['online', 'in-person', 'both'] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** A therapy service that clients book; `services` on the wire. */
export interface Offering {
  id: string;
  therapistId: string;
  name: string;
  description: string;
  durationMinutes: number;
  priceCents: number;
  isFree: boolean;
  sessionType: SessionType;
  createdAt: Date;
}
