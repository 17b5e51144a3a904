import { Module } from '@nestjs/common';
import { SessionNoteRepository } from './session-note.repository';
import { SessionNotesService } from './session-notes.service';

/** Therapists' notes about sessions; so far what a client may see of them. */
@Module({ providers: [SessionNoteRepository, SessionNotesService], exports: [SessionNotesService] })
export class SessionNotesModule {}
