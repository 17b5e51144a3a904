import { formatBytes } from '../format/numbers';
import styles from './file-drop.module.css';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { ProgressBar } from './progress-bar';
import { UserText } from './user-text';

export interface FileDropItem {
  id: string;
  name: string;
  size?: number;
  status: 'uploading' | 'done' | 'error';
  /** 0 to 100, while uploading. */
  progress?: number;
  /** What went wrong, or what happens next. */
  message?: string;
}

interface FileRowProps {
  item: FileDropItem;
  onRemove?: (id: string) => void;
  onRetry?: (id: string) => void;
}

/** One file of a FileDrop with its state. */
export function FileRow({ item, onRemove, onRetry }: FileRowProps) {
  const { id, name, size, status, progress, message } = item;
  // One that waits is not under way.
  const isMoving = status === 'uploading' && (progress !== undefined || message === undefined);
  return (
    <li className={styles.item} data-status={status}>
      <span className={styles.kind}>
        <Icon name={status === 'done' ? 'check-circle' : status === 'error' ? 'alert' : 'file'} size={20} />
      </span>
      <div className={styles.about}>
        <div className={styles.name}>
          <UserText>{name}</UserText>
          {size !== undefined && <span className={styles.size}>{formatBytes(size)}</span>}
        </div>
        {isMoving && <ProgressBar label={`Uploading ${name}`} hideLabel value={progress} />}
        {status === 'uploading' && progress !== undefined && (
          <p className={styles.message}>{`${Math.round(progress)}% uploaded`}</p>
        )}
        {message && (
          <p className={styles.message} role={status === 'error' ? 'alert' : undefined}>
            {message}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {status === 'error' && onRetry && <IconButton icon="refresh" label={`Try ${name} again`} onClick={() => onRetry(id)} />}
        {onRemove && <IconButton icon="close" label={`Remove ${name}`} onClick={() => onRemove(id)} />}
      </div>
    </li>
  );
}
