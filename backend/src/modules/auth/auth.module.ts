import { Module } from '@nestjs/common';
import { SessionReader } from '../../common/access/session-reader';
import { CookieNames } from '../../common/http/cookies';
import { SessionRepository } from './session.repository';
import { SessionService } from './session.service';
import { UserRepository } from './user.repository';

/** Sessions and users; exports the reader that the access guard asks. */
@Module({
  providers: [CookieNames, SessionRepository, SessionService, UserRepository, { provide: SessionReader, useExisting: SessionService }],
  exports: [SessionReader, SessionService, UserRepository],
})
export class AuthModule {}
