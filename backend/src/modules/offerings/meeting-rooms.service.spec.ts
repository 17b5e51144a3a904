import { roomsOf } from './meeting-rooms.service';

it.each([
  ['meet abc-defg-hij', ['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/ABC-defg-hij/?authuser=1', 'meet.google.com/abc-defg-hij', 'https://www.google.com/url?q=https://meet.google.com/abc-defg-hij']],
  ['zoom 1234567890', ['https://zoom.us/j/1234567890?pwd=secret', 'https://us02web.zoom.us/wc/1234567890/join', 'https://app.zoom.us/wc/join/1234567890#x', 'https://practice.zoom.us/s/1234567890', 'https://us02web.zoom.us/w/1234567890?tk=x']],
  ['', ['https://meet.google.com/', 'https://zoom.us/my/ada', 'https://example.org/abc-defg-hijk', 'https://zoom.us/j/1234567890123']],
])('“%s” is named by each of its links', (room, links) => {
  expect(links.map((link) => roomsOf(link).join())).toEqual(links.map(() => room));
});

it.each(['https://meet.google.com/abc-defg-hij#/j/123456789', 'https://meet.google.com/abc-defg-hij?authuser=0&x=/j/123456789'])('no other room hides the one that %s leads to', (link) => {
  expect(roomsOf(link)).toEqual(['zoom 123456789', 'meet abc-defg-hij']);
});

it.each([
  ['meet abc-defg-hij', ['https:\\\\meet.google.com\\abc-defg-hij', 'https://meet.google.com\\abc-defg-hij', 'https://meet.google.com/abc-\tdefg-hij', 'https://meet.google.com/x/../abc-defg-hij']],
  ['zoom 123456789', ['https://zoom.us/j\\123456789', 'https://zoom.us/j/12345\t6789', 'https://zoom.us/j/12345\n6789']],
])('“%s” is named however a browser comes to it', (room, links) => {
  for (const link of links) expect([link, roomsOf(link)]).toEqual([link, [room]]);
});
