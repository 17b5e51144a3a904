/** Texts of emergency access. */
export const emergencyMessages = {
  title: 'Emergency access',
  none: 'No emergency access is open. It starts from a therapist’s row, for when nobody else can look.',
  dialogTitle: 'Emergency access',
  reason: 'Why do you need to look?',
  reasonHint: 'At least 10 characters. Kept encrypted with this access.',
  reasonShort: 'Please say in at least 10 characters why you need to look.',
  consequences: [
    'You can read this therapist’s profile, bookings, session notes and care plans for 60 minutes. You cannot change anything.',
    'The therapist is told by mail, without your reason.',
    'Every page that you read is in the activity log, and clients see that their record was opened.',
  ],
  open: 'Open for 60 minutes',
  openFailed: 'The access could not be opened. Please try again.',
  end: 'End access',
  ended: 'Emergency access ended',
  endFailed: 'The access could not be ended. Please try again.',
  overTitle: 'This access has ended',
  overText: 'Nothing of the record is kept on this screen. A new access needs a new reason.',
  readFailed: 'Failed to load this part of the record',
  toTherapists: 'Back to the therapists',
} as const;
