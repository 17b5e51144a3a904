import { useRef } from 'react';

/** A key for each row of a list that is added to and taken from, so that the others keep their controls when one goes. */
export function useRowKeys(count: number) {
  const keys = useRef<number[]>([]);
  const made = useRef(0);
  while (keys.current.length < count) keys.current.push(made.current++);
  keys.current.length = count;
  return { keys: keys.current, forget: (index: number) => void keys.current.splice(index, 1) };
}
