import { useState } from 'react';
import { Card, CardBody, CardHeader } from '../card';
import { Field } from '../field';
import { OneTimeCodeInput } from '../one-time-code-input';
import { RecoveryCodes } from '../recovery-codes';
import { SecondFactorForm } from '../second-factor-form';
import { SecondFactorPanel, type SecondFactorCalls } from '../second-factor-panel';
import { SecondFactorSetup } from '../second-factor-setup';
import { SessionList, type SessionEntry } from '../session-list';
import { Section } from './section';

const sessions: SessionEntry[] = [
  { id: '1', browser: 'Firefox on Windows', createdAt: '2026-11-21T08:04:00Z', lastSeenAt: '2026-11-21T09:10:00Z', current: true },
  { id: '2', browser: 'Safari on iOS', createdAt: '2026-11-20T17:30:00Z', lastSeenAt: '2026-11-20T18:02:00Z', current: false },
];
const codes = ['kd7f-29sm', 'p4qx-81ta', 'm3ze-77ol', 'w9rb-50vy', 'c2nh-64ud', 'j8sg-13ki', 'q5tw-98ep', 'x6yl-42ra', 'b7vo-35fz', 'h1mc-06dn'];
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h3v3H0zM6 0h3v3H6zM0 6h3v3H0zM4 4h2v2H4zM7 7h2v2H7z"/></svg>';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const refused = () => Promise.reject(new Error('That code is not right. Please try the one the app shows now.'));
const calls: SecondFactorCalls = { setUp: async () => ({ secret, qrSvg: square }), confirm: refused, disable: refused, renewCodes: async () => codes };

/** Codes, second factors, and where an account is signed in. */
export function SigningIn() {
  const [code, setCode] = useState('4821');
  const [ended, setEnded] = useState<string | null>(null);
  return (
    <>
      <Section title="One-time codes">
        <Field label="Code from the mail" hint="Six digits, good for ten minutes.">
          {(aria) => <OneTimeCodeInput {...aria} value={code} onChange={setCode} />}
        </Field>
        <Field label="Code from the mail, refused" error="That code is not right.">
          {(aria) => <OneTimeCodeInput {...aria} value="482113" onChange={() => undefined} />}
        </Field>
        <SecondFactorForm onVerify={() => undefined} onCancel={() => undefined} />
      </Section>
      <Section title="Two-step sign-in">
        <Card>
          <SecondFactorPanel status={{ enabled: false, required: false, recoveryCodesLeft: 0 }} calls={calls} onChanged={() => undefined} />
        </Card>
        <Card>
          <SecondFactorPanel status={{ enabled: true, required: true, recoveryCodesLeft: 8 }} calls={calls} onChanged={() => undefined} />
        </Card>
        <Card>
          <SecondFactorSetup qrSvg={square} secret={secret} onConfirm={() => undefined} onCancel={() => undefined} />
        </Card>
        <Card>
          <RecoveryCodes codes={codes} onDone={() => undefined} />
        </Card>
      </Section>
      <Section title="Sessions" layout="wide">
        <Card padding="none">
          <CardHeader title="Where you are signed in" level={3} />
          <SessionList sessions={sessions} revoking={ended} onRevoke={(session) => setEnded(session.id)} />
        </Card>
        <Card padding="none">
          <CardHeader title="Trusted browsers" level={3} />
          <SessionList
            sessions={sessions.map((session) => ({ ...session, expiresAt: '2027-02-19T08:04:00Z' }))}
            createdLabel="Trusted since"
            revokeLabel="Revoke"
            revokeCurrent
            onRevoke={() => undefined}
          />
          <CardBody>A trusted browser needs no code.</CardBody>
        </Card>
      </Section>
    </>
  );
}
