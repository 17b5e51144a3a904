export const practiceMessages = {
  confirm: 'This is my practice',
  confirmOf: (name: string) => `This is my practice: ${name}`,
  confirmed: (name: string) => `What ${name} writes and books now stands with the rest.`,
  failed: 'That was not saved. Please try again.',
} as const;
