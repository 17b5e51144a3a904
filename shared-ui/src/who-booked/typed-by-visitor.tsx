import { Fact, Facts } from '../components/facts';
import { UserText } from '../components/user-text';
import { whoBookedMessages as messages } from './messages';

interface TypedByVisitorProps {
  booking: { client_name: string; client_phone: string | null; client_notes: string | null };
}

/** What somebody typed who booked without signing in: it is read before anybody says that it is theirs. */
export function TypedByVisitor({ booking: { client_name, client_phone, client_notes } }: TypedByVisitorProps) {
  return (
    <Facts>
      <Fact term={messages.typedName} value={<UserText>{client_name}</UserText>} />
      {client_phone !== null && <Fact term={messages.typedPhone} value={<UserText>{client_phone}</UserText>} />}
      {client_notes !== null && client_notes !== '' && <Fact term={messages.typedNote} value={<UserText preserveLines>{client_notes}</UserText>} />}
    </Facts>
  );
}
