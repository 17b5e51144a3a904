import { Module } from '@nestjs/common';
import { SessionNoteOwnership } from './session-note-ownership.service';
import { SessionNoteRepository } from './session-note.repository';
import { SessionNotesService } from './session-notes.service';

/** Therapists' notes about sessions; so far what a client may see of them. */
@Module({ providers: [SessionNoteRepository, SessionNoteOwnership, SessionNotesService], exports: [SessionNotesService] })
export class SessionNotesModule {}
