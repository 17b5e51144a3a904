import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { DOMAINS } from './domains';
import { ActivityAuditModule } from './modules/activity-log/chain/activity-audit.module';
import { describeReport } from './modules/activity-log/chain/chain-report';
import { ActivityAudit } from './modules/activity-log/chain/audit.service';
import { ChainCheck } from './modules/activity-log/chain/chain.service';
import { witnessedSeals } from './modules/activity-log/chain/witnessed-seals';
import { SealMemory } from './modules/activity-log/chain/seal-memory';
import { ActivityRetention } from './modules/activity-log/chain/retention.service';

const USAGE = `Checks the activity log, the rows that open doors (sessions, administrators, emergency accesses) and the database's catalog, and lets go of what is older than six full years.

  verify [--from-checkpoint] [--key <fingerprint>]... [--witness <file>]... [--json]
  prune  [--key <fingerprint>]... [--json]

  --from-checkpoint  begin at the newest signed month instead of the first entry
  --key              the fingerprint of another public key whose signed months count
  --witness          a log of a worker or of the API that was kept elsewhere: each seal in it must still be there; the newest one that
                     this machine made (in DATA_DIR) is asked for in any case
  --json             print the result as JSON

The exit code is 0 when all is in order, 1 when it is not, 2 when that could not be found out.
prune works with the role of MIGRATION_DATABASE_URL; the application's own cannot remove anything.
`;

/** Every domain, since each audits the rows that it makes. */
@Module({ imports: [ActivityAuditModule.as('application'), ...DOMAINS] })
class AuditModule {}

interface Command {
  name: 'verify' | 'prune';
  check: ChainCheck;
  witnesses: readonly string[];
  json: boolean;
}

/** @returns undefined when the arguments are not understood */
function parseCommand(args: string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'from-checkpoint': { type: 'boolean' }, key: { type: 'string', multiple: true }, witness: { type: 'string', multiple: true }, json: { type: 'boolean' } },
    });
    const [name, ...rest] = positionals;
    if (rest.length > 0 || (name !== 'verify' && name !== 'prune')) return undefined;
    const check = { fromCheckpoint: values['from-checkpoint'] === true, trustedKeys: (values.key ?? []).map((key) => key.toLowerCase()) };
    return { name, check, witnesses: values.witness ?? [], json: values.json === true };
  } catch {
    return undefined;
  }
}

/** @returns the text to print and the exit code */
async function run({ name, check, witnesses, json }: Command): Promise<{ text: string; code: number }> {
  const module = name === 'prune' ? ActivityAuditModule.as('owner') : AuditModule;
  const context = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    if (name === 'verify') {
      const noted = await context.get(SealMemory).recall();
      const witnessed = new Map([...(await Promise.all(witnesses.map(witnessedSeals))).flatMap((seals) => [...seals]), ...(noted ? [[String(noted.id), noted.hash.toString('hex')] as const] : [])]);
      const report = await context.get(ActivityAudit).verify({ ...check, witnessed });
      return { text: json ? `${JSON.stringify(report, null, 2)}\n` : describeReport(report), code: report.ok ? 0 : 1 };
    }
    const pruned = await context.get(ActivityRetention).prune(check);
    const { month, entries, seals, report } = pruned;
    const nothing = report.ok ? 'Nothing is older than six full years.' : 'Nothing was removed.';
    const result = month === null ? nothing : `Removed up to the checkpoint of ${month}: ${entries} entries, ${seals} seals.`;
    const text = json ? `${JSON.stringify(pruned, null, 2)}\n` : `${report.ok ? '' : describeReport(report)}${result}\n`;
    return { text, code: report.ok ? 0 : 1 };
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2));
  if (!command) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { text, code } = await run(command);
  process.stdout.write(text);
  process.exitCode = code;
}

main().catch((error: Error) => {
  process.stderr.write(`The activity log could not be checked: ${error.message}\n`);
  process.exitCode = 2;
});
