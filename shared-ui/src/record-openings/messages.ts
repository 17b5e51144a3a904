export const openingMessages = {
  reason: 'Reason',
  by: 'Opened by',
  open: 'Open now',
  failed: 'Failed to load who opened records in an emergency',
  loading: 'Loading who opened records in an emergency',
} as const;
