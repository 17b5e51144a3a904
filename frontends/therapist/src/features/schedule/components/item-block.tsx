import { Icon } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import clsx from 'clsx';
import type { CSSProperties, PointerEvent } from 'react';
import { SHORTEST_MINUTES, type Stretch } from '../lanes';
import type { PlacedItem } from '../schedule-days';
import { blockName, itemWords } from '../schedule-words';
import styles from './hours-grid.module.css';

/** Shorter ones have room for one line. */
const TWO_LINES_FROM = 45;
const THREE_LINES_FROM = 55;

interface ItemBlockProps {
  item: PlacedItem;
  shown: Stretch;
  stop: Record<string, unknown>;
  isDragged: boolean;
  onTake: (key: string, event: PointerEvent<HTMLElement>) => void;
  onOpen: (bookingId: string) => void;
}

/** An appointment to open, or blocked time, at its hours. */
export function ItemBlock({ item, shown, stop, isDragged, onTake, onOpen }: ItemBlockProps) {
  const minutes = Math.max(item.to - item.from, SHORTEST_MINUTES);
  const place = {
    '--from': Math.min(item.from, shown.to - minutes) - shown.from,
    '--minutes': minutes,
    '--lane': item.lane,
    '--lanes': item.lanes,
  } as CSSProperties;
  if (item.kind === 'block') {
    return (
      <div {...stop} role="gridcell" style={place} className={clsx(styles.item, styles.block)} aria-label={itemWords(item)}>
        <UserText className={styles.name}>{blockName(item.block)}</UserText>
        <span className={styles.time}>
          {item.start}
          <span className={styles.end}> – {item.end}</span>
        </span>
      </div>
    );
  }
  const { booking } = item;
  const isDone = booking.status === 'completed';
  const isShort = minutes < TWO_LINES_FROM;
  return (
    <div role="gridcell" style={place} className={styles.item}>
      <button
        {...stop}
        type="button"
        aria-haspopup="dialog"
        title={itemWords(item)}
        className={clsx(styles.booking, isDone && styles.done, isShort && styles.short, isDragged && styles.dragged)}
        onPointerDown={(event) => !isDone && onTake(item.key, event)}
        onClick={() => onOpen(booking.id)}
      >
        <VisuallyHidden>{itemWords(item)}</VisuallyHidden>
        <span aria-hidden="true" className={styles.face}>
          <span className={styles.time}>
            {item.mark !== undefined ? <Icon name="alert" size={12} /> : isDone && <Icon name="check" size={12} />}
            {item.start}
            {!isShort && <span className={styles.end}> – {item.end}</span>}
          </span>
          <UserText className={styles.name}>{booking.client_name}</UserText>
          {minutes >= THREE_LINES_FROM && <UserText className={styles.service}>{booking.service_name}</UserText>}
        </span>
      </button>
    </div>
  );
}
