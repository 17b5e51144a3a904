import { DateTime } from 'luxon';
import * as messages from './messages';
import { MeetingResult, Moment, RESULT_LISTS } from './transcript-text';

/** What a note holds. */
const MOST_CHARACTERS = 20_000;

/** The text of a note: every sentence with the time at which it was said. @param zone IANA, in which the day is told */
export function draftNote(result: MeetingResult, label: string, at: Date, zone: string): { title: string; content: string } {
  const day = DateTime.fromJSDate(at, { zone }).setLocale('en-GB').toFormat('d LLLL yyyy');
  const lines = [messages.noteBeginning(label)];
  for (const name of RESULT_LISTS) {
    if (result[name].length === 0) continue;
    lines.push('', messages.HEADINGS[name], ...result[name].map(({ text, moments }) => `- ${text} ${timesOf(moments)}`));
  }
  if (result.risk_cues.length > 0) lines.push('', messages.RISK_HEADING, ...result.risk_cues.map(({ quote, why, moments }) => `- “${quote.replace(/\s+/g, ' ')}” ${timesOf(moments)} ${why}`));
  if (result.remarks.length > 0) lines.push('', ...result.remarks);
  return { title: messages.noteTitle(day), content: fitting(lines) };
}

function timesOf(moments: readonly Moment[]): string {
  return `[${[...new Set(moments.map(({ start_ms }) => clock(start_ms)))].join(', ')}]`;
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const tail = `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** Whole lines, as many as a note holds. */
function fitting(lines: readonly string[]): string {
  const whole = lines.join('\n');
  if (whole.length <= MOST_CHARACTERS) return whole;
  const rest = `\n${messages.noteCut}`;
  let text = '';
  for (const line of lines) {
    if (text.length + line.length + 1 + rest.length > MOST_CHARACTERS) break;
    text += text === '' ? line : `\n${line}`;
  }
  return text + rest;
}
