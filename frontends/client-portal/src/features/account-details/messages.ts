export const detailsMessages = {
  title: 'Your details',
  text: 'How we address you, and how your therapist can reach you.',
  name: 'Full name',
  phone: 'Phone',
  birthDate: 'Date of birth',
  required: 'Please fill in required fields',
  save: 'Save changes',
  saved: 'Your details were saved.',
  saveFailed: 'Your details could not be saved.',
} as const;
