/** Everything that was read with the client's session; a new proof may show more of it. */
export const clientKey = ['client'] as const;
