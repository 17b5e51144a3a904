import { Link } from '@attune/shared-ui/runtime';
import type { ComponentProps } from 'react';
import { GuardedLink } from '../features/frame/components/guarded-link';
import { PlainFrame } from '../features/frame/components/plain-frame';
import { RecordingWatch } from './meeting-tab';

/** A page beside the dashboard; what this window records meanwhile is said on it too. */
export function FramedPage({ children, ...frame }: ComponentProps<typeof PlainFrame>) {
  const { guard } = frame;
  return (
    <PlainFrame {...frame}>
      <RecordingWatch isOwnTab={false} link={(way) => (guard ? <GuardedLink {...way} {...guard} /> : <Link {...way} />)} />
      {children}
    </PlainFrame>
  );
}
