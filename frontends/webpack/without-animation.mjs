/** Stands in for the calendar widget's animation from month to month in the build; we never switch it on. */
export const useAnimation = () => undefined;
