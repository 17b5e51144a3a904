/** Stands in for the federation runtime's sentences about its errors in the build: each error still names its code, and where that is explained. */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
