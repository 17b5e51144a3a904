/** Stands in for the federation runtime's fetching of remotes ahead of their use in the build; the page itself names what it needs. */
export const defaultPreloadArgs = {};
export const normalizePreloadExposes = () => [];
export const formatPreloadArgs = () => [];
export const preloadAssets = () => Promise.resolve([]);
