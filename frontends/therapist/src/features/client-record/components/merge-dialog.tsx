import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { clientsQuery } from '../../../records/clients.api';
import { FoundClient } from '../../../records/found-client';
import { SearchPicker } from '../../../writing/search-picker';
import { type ClientRecord, clientRecordQuery, useMergeRecord } from '../client-record.api';
import { clientMessages as messages } from '../messages';
import { sessionsInWords } from '../session-words';
import styles from './merge-dialog.module.css';

const WORDS = { finding: messages.finding, failed: messages.findFailed, none: messages.noneFound };

interface MergeDialogProps {
  client: ClientRecord;
  /** What other domains have about a client, in numbers. */
  numbersOf: (clientId: string) => ReactNode;
  onClose: () => void;
}

/** Looks for the other record of one person, and shows what would come together before anything is done. */
export function MergeDialog({ client, numbersOf, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState<string>();
  const [typed, setTyped] = useState('');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={messages.mergeTitle} description={messages.mergeHint}>
      {otherId === undefined ? (
        <OtherChoice client={client} typed={typed} onType={setTyped} onChoose={setOtherId} onClose={onClose} />
      ) : (
        <Preview client={client} otherId={otherId} numbersOf={numbersOf} onBack={() => setOtherId(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface OtherChoiceProps {
  client: ClientRecord;
  typed: string;
  onType: (typed: string) => void;
  onChoose: (id: string) => void;
  onClose: () => void;
}

function OtherChoice({ client, typed, onType, onChoose, onClose }: OtherChoiceProps) {
  const q = useDeferredValue(typed.trim());
  const { data, isLoadingError, isFetching } = useQuery({ ...clientsQuery(q), placeholderData: (previous) => previous });
  const taken = new Set([client.id, ...client.merged.map(({ id }) => id)]);
  const others = data?.filter(({ id }) => !taken.has(id));
  return (
    <SearchPicker typed={typed} onType={onType} label={messages.mergeFind} words={WORDS} search={{ data: others, isLoadingError, isFetching }} onChoose={({ id }) => onChoose(id)} onClose={onClose}>
      {(each) => <FoundClient client={each} among={others} />}
    </SearchPicker>
  );
}

interface PreviewProps extends MergeDialogProps {
  otherId: string;
  onBack: () => void;
}

function Preview({ client, otherId, numbersOf, onBack, onClose }: PreviewProps) {
  const { data: other, isLoadingError, isFetching, refetch } = useQuery(clientRecordQuery(otherId));
  const merge = useMergeRecord(client.id);
  const [problem, setProblem] = useState<string>();
  const safe = useRef<HTMLButtonElement>(null);
  const isLoaded = other !== undefined;
  // Once there is something to decide about.
  useEffect(() => {
    if (isLoaded) safe.current?.focus();
  }, [isLoaded]);
  const isTaken = other !== undefined && (other.merged_into !== null || other.merged.length > 0);
  const confirm = async () => {
    setProblem(undefined);
    try {
      await merge.mutateAsync(otherId);
      toast.success(messages.merged);
      onClose();
    } catch (error) {
      setProblem(refusalText(error, messages.mergeFailed));
    }
  };
  return (
    <div className={styles.preview}>
      {isLoadingError && (
        <p role="alert">
          {messages.previewFailed}{' '}
          <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      <ul className={styles.both}>
        <OneRecord record={client} role={messages.stays} numbers={numbersOf(client.id)} />
        {other === undefined ? !isLoadingError && <Skeleton height="88px" /> : <OneRecord record={other} role={messages.joins} numbers={numbersOf(other.id)} />}
      </ul>
      <p className={styles.text}>{messages.nothingMoves}</p>
      <p className={styles.text}>{messages.wayBack}</p>
      {isTaken && <p className={styles.wrong}>{messages.mergedAlready}</p>}
      {problem !== undefined && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button ref={safe} disabled={merge.isPending} onClick={onClose}>
          {messages.keepApart}
        </Button>
        <Button variant="primary" disabled={other === undefined || isTaken} loading={merge.isPending} onClick={() => void confirm()}>
          {messages.mergeNow}
        </Button>
        <Button variant="quiet" disabled={merge.isPending} onClick={onBack}>
          {messages.chooseAnother}
        </Button>
      </div>
    </div>
  );
}

function OneRecord({ record, role, numbers }: { record: ClientRecord; role: string; numbers: ReactNode }) {
  return (
    <li className={styles.one}>
      <strong>
        <UserText>{record.name === '' ? messages.nobody : record.name}</UserText>
      </strong>
      {record.email !== null && <span className={styles.address}>{record.email}</span>}
      <span className={styles.soft}>{sessionsInWords(record.sessions)}</span>
      <span className={styles.soft}>{numbers}</span>
      <span className={styles.role}>{role}</span>
    </li>
  );
}
