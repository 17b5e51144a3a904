import { ChainReport } from './chain-report';

const count = (number: number, one: string, many = `${one}s`): string => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** A report as lines for a terminal. It holds numbers, ids, times and hashes only, so nothing from the log can steer the terminal. */
export function describeReport(report: ChainReport): string {
  const problems = report.problems.length + report.further_problems;
  const from = report.from_checkpoint === null ? 'the first entry' : `the checkpoint of ${report.from_checkpoint}`;
  const lines = [
    problems === 0 ? 'The activity log is in order.' : `The activity log is NOT in order: ${count(problems, 'problem')}.`,
    ...report.problems.map(({ message }) => `  - ${message}`),
    ...(report.further_problems > 0 ? [`  - and ${report.further_problems.toLocaleString('en')} more`] : []),
    `  Checked from    ${from}`,
    `  Entries         ${count(report.entries, 'entry', 'entries')}: ${report.sealed.toLocaleString('en')} sealed, ${report.unsealed.toLocaleString('en')} not sealed yet`,
    `  Seals           ${count(report.seals, 'seal')}`,
    `  Checkpoints     ${count(report.checkpoints, 'signed month')} verified`,
    `  Public key      ${report.public_key} (SHA-256)`,
    ...(report.head === null ? [] : [`  Newest seal     ${report.head.seal}, up to entry ${report.head.last_seq}: ${report.head.hash}`]),
  ];
  return `${lines.map(withoutControls).join('\n')}\n`;
}

function withoutControls(line: string): string {
  return line.replace(/\p{C}/gu, '');
}
