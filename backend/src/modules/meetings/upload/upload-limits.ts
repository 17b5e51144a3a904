export const MAX_FILE_BYTES = 500 * 1024 * 1024;
export const MAX_MINUTES = 300;
export const BLOCK_BYTES = 1024 * 1024;
