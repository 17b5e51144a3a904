export * from './dates';
export * from './numbers';
export * from './region';
export * from './zones';
