import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';

/** The full-screen spinner as a page of its own. */
export function PageLoading({ label }: { label: string }) {
  return (
    <main id="main" tabIndex={-1}>
      <FullScreenSpinner label={label} />
    </main>
  );
}
