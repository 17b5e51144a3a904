export const formMessages = {
  changedElsewhere: 'This was changed somewhere else meanwhile. What you typed is still here; everything else is up to date.',
} as const;
