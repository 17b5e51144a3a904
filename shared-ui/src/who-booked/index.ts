export { whoBookedMessages } from './messages';
export { TypedByVisitor } from './typed-by-visitor';
