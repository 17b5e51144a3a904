import { Injectable } from '@nestjs/common';
import { hashToken, newToken } from '../../../common/crypto/tokens';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import * as messages from '../messages';
import { WaitingDetails, WaitingRepository } from '../waiting-list/waiting.repository';

/** Appointments of a practice that comes in, and who waits for one: each with a new link, which the next mail brings. */
@Injectable()
export class ImportedAppointments {
  constructor(private readonly waiting: WaitingRepository) {}

  @MakesRowsOfPractice('bookings')
  makeAppointment(row: PracticeRow): PracticeRow {
    const manage_token = newToken();
    return { ...row, manage_token, manage_token_hash: hashToken(manage_token) };
  }

  /** Whoever asked signed in is known here by their address alone. One that did not open is nobody's wish. */
  @MakesRowsOfPractice('waiting_requests')
  makeRequest(row: PracticeRow, coming: ComingPractice): PracticeRow | undefined {
    const given = detailsOf(row['details']);
    if (!given) {
      coming.left.add(messages.wishesNotImported);
      return undefined;
    }
    const details = { ...given };
    delete details.client_id;
    return { ...row, details: JSON.stringify(details), ...this.waiting.newLinkOf(details) };
  }
}

function detailsOf(text: unknown): WaitingDetails | undefined {
  try {
    const details = JSON.parse(String(text)) as WaitingDetails | null;
    return typeof details?.client_email === 'string' ? details : undefined;
  } catch {
    return undefined;
  }
}
