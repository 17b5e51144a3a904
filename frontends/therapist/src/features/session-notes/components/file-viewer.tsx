import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { filesMessages as messages } from '../files-messages';
import { type NoteFile, pageImageQuery } from '../note-files.api';
import styles from './file-viewer.module.css';

const ZOOMS = [50, 75, 100, 150, 200, 300, 400] as const;
const FIT = 100;

interface FileViewerProps {
  noteId: string;
  file: NoteFile;
  onClose: () => void;
  /** What was read of a page: stands beside it. */
  text: (page: number, turnTo: (page: number) => void) => ReactNode;
}

/** A file page by page, with what was read of it beside the page, or below it on a phone. */
export function FileViewer({ noteId, file, onClose, text }: FileViewerProps) {
  const pages = file.page_count ?? 1;
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(FIT);
  const [turned, setTurned] = useState(0);
  const turnTo = (next: number) => setPage(Math.min(Math.max(next, 1), pages));
  const zoomBy = (steps: number) => setZoom((now) => ZOOMS[Math.min(Math.max(ZOOMS.indexOf(now as (typeof ZOOMS)[number]) + steps, 0), ZOOMS.length - 1)] ?? FIT);
  const rotate = () => setTurned((now) => (now + 90) % 360);

  const deeds: Record<string, () => void> = {
    ArrowLeft: () => turnTo(page - 1),
    ArrowRight: () => turnTo(page + 1),
    PageUp: () => turnTo(page - 1),
    PageDown: () => turnTo(page + 1),
    Home: () => turnTo(1),
    End: () => turnTo(pages),
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => setZoom(FIT),
    r: rotate,
    R: rotate,
  };
  const press = (event: KeyboardEvent) => {
    const { target } = event;
    // Whoever corrects the text writes these keys; a page that is larger than its window is scrolled with the arrows.
    if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))) return;
    if (event.key.startsWith('Arrow') && zoom > FIT && (target as HTMLElement).dataset['scrolls'] === 'true') return;
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="xl" title={<UserText>{file.filename}</UserText>}>
      {/* The keys belong to the whole window, wherever in it the focus is. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.viewer} onKeyDown={press}>
        <div className={styles.side}>
          <div className={styles.tools} role="toolbar" aria-label={messages.tools}>
            <div className={styles.group}>
              <IconButton icon="chevron-left" label={messages.before} aria-disabled={page === 1} onClick={() => turnTo(page - 1)} />
              <span className={styles.figure} aria-live="polite">
                {messages.pageOf(page, pages)}
              </span>
              <IconButton icon="chevron-right" label={messages.after} aria-disabled={page === pages} onClick={() => turnTo(page + 1)} />
            </div>
            <div className={styles.group}>
              <IconButton icon="minus" label={messages.smaller} aria-disabled={zoom === ZOOMS[0]} onClick={() => zoomBy(-1)} />
              <button type="button" className={styles.zoom} aria-label={messages.fitFrom(zoom)} title={messages.fit} onClick={() => setZoom(FIT)}>
                {messages.zoomedTo(zoom)}
              </button>
              <IconButton icon="plus" label={messages.larger} aria-disabled={zoom === ZOOMS.at(-1)} onClick={() => zoomBy(1)} />
              <IconButton icon="rotate" label={messages.turn} onClick={rotate} />
            </div>
          </div>
          <Page key={page} noteId={noteId} file={file} page={page} zoom={zoom} turned={turned} />
          <p className={styles.keys}>{messages.keys}</p>
        </div>
        <div className={styles.text}>{text(page, turnTo)}</div>
      </div>
    </Dialog>
  );
}

interface PageProps {
  noteId: string;
  file: NoteFile;
  page: number;
  /** Per cent of the width that there is. */
  zoom: number;
  /** Degrees, clockwise. */
  turned: number;
}

function Page({ noteId, file, page, zoom, turned }: PageProps) {
  const { data, isError, isFetching, refetch } = useQuery(pageImageQuery(noteId, file.id, page));
  const [address, setAddress] = useState<string>();
  const [size, setSize] = useState({ width: 1, height: 1 });
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (isError) return <ErrorPanel level={3} title={messages.pageFailed} text={messages.pageFailedHint} onRetry={() => void refetch()} retrying={isFetching} />;
  if (address === undefined) {
    return (
      <SkeletonGroup label={messages.loadingPage}>
        <Skeleton height={360} />
      </SkeletonGroup>
    );
  }
  const lies = turned % 180 !== 0;
  const { width, height } = size;
  const frame: CSSProperties = { width: `${zoom}%`, aspectRatio: lies ? `${height} / ${width}` : `${width} / ${height}` };
  const picture: CSSProperties = { width: lies ? `${(100 * width) / height}%` : '100%', transform: `translate(-50%, -50%) rotate(${turned}deg)` };
  return (
    // A page that is larger than its window is scrolled by keys too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.window} role="group" aria-label={messages.pageArea} tabIndex={0} data-scrolls="true">
      <div className={styles.frame} style={frame}>
        <img
          src={address}
          alt={messages.pageImage(page, file.filename)}
          className={styles.picture}
          style={picture}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })}
        />
      </div>
    </div>
  );
}
