import * as messages from '../messages';
import { missingInReason } from './reason-rule';

describe('a reason for opening a record', () => {
  it.each([
    'The therapist is in hospital.',
    'Gerichtsbeschluss: Herausgabe der Akte',
    'Суд требует выдать запись',
    'المعالج في المستشفى والعميل بحاجة',
    '治疗师住院了，来访者需要知道下一次预约的时间和地点。',
  ])('is good in words: %s', (reason) => expect(missingInReason(reason)).toBeUndefined());

  it.each(['', 'Court order', 'An emergency call', `a${' '.repeat(40)}b`, '!!!!!!!!!!!!!!!!!!!!!!!!!! why not', '🙂'.repeat(30)])('is too short: %j', (reason) =>
    expect(missingInReason(reason)).toBe(messages.reasonShort),
  );

  it.each([
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'aaaaaaa bbbbbbb ccccccc ddddddd',
    'urgent urgent urgent urgent',
    'Urgent URGENT urgent, urgent!',
    'urgent case urgent case urgent case',
    '1234567 1234568 1234569',
    'x y z x y z x y z x y z',
  ])('is no reason without three different words: %j', (reason) => expect(missingInReason(reason)).toBe(messages.reasonInWords));
});
