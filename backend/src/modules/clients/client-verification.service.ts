import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { Visit } from './browser-secrets';
import { actorOf, ClientSessions, ClientSignIn } from './client-session.service';
import { VerifyClientDto } from './dto/client-sign-in.dto';
import { FirstProof } from './first-proof.service';
import * as messages from './messages';
import { RefusedCode, refuseCode } from './sign-in-codes.service';
import { Proof, SignInProofs } from './sign-in-proofs.service';
import { TrustedBrowsers } from './trusted-browsers.service';

/** A proof belongs to the browser that gives it: it signs that one in and everybody else out. */
@Injectable()
export class ClientVerification {
  constructor(
    private readonly database: Database,
    private readonly proofs: SignInProofs,
    private readonly firstProof: FirstProof,
    private readonly sessions: ClientSessions,
    private readonly trusted: TrustedBrowsers,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws DomainError unauthenticated, with what to do next; invalid when neither a code nor a link was sent */
  async verify(body: VerifyClientDto, visit: Visit): Promise<ClientSignIn> {
    const proof = proofOf(body);
    const outcome = await this.database.transaction((tx) => this.attempt(tx, proof, body.trust ?? false, visit));
    if ('refusal' in outcome) refuseCode(outcome);
    return outcome;
  }

  private async attempt(tx: Queryable, proof: Proof, trust: boolean, visit: Visit): Promise<ClientSignIn | RefusedCode> {
    const taken = await this.proofs.take(tx, proof, visit);
    if ('refusal' in taken) return taken;
    const { user } = taken;
    if (!user.is_active) throw new DomainError('forbidden', messages.deactivated);
    const first = await this.firstProof.take(tx, user, visit.browser);
    await this.trusted.endAllOf(tx, user.id, visit.browser);
    const { signedIn, cookies } = await this.sessions.beginByProof(tx, user.id, visit);
    const self = actorOf(signedIn, visit.actor);
    const details = { by: 'token' in proof ? 'link' : 'code', first };
    await this.activity.record(tx, self, { action: 'client_verify', subjectType: 'client', subjectId: user.id, clientIds: [user.id], details });
    // A secret that trust has renewed comes last and replaces the one before.
    return { signedIn, cookies: trust ? [...cookies, await this.trusted.trust(tx, user.id, visit, self)] : cookies };
  }
}

function proofOf({ email, code, token }: VerifyClientDto): Proof {
  if (token !== undefined && email === undefined && code === undefined) return { token };
  if (token === undefined && email !== undefined && code !== undefined) return { email, code };
  throw new DomainError('invalid', messages.codeOrLink);
}
