import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionNote } from './session-note.entity';
import { SessionNoteRepository } from './session-note.repository';
import { SessionNotesService } from './session-notes.service';

/** Therapists' notes about sessions; so far what a client may see of them. */
@Module({ imports: [TypeOrmModule.forFeature([SessionNote])], providers: [SessionNoteRepository, SessionNotesService], exports: [SessionNotesService] })
export class SessionNotesModule {}
