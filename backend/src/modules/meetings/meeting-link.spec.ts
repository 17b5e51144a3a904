import { platformOf } from './meeting-link';

it.each([
  ['https://meet.google.com/abc-defg-hij', 'google_meet'],
  ['https://meet.google.com/abc-defg-hij?authuser=0', 'google_meet'],
  ['https://zoom.us/j/1234567890?pwd=secret', 'zoom'],
  ['https://us02web.zoom.us/j/12345678901', 'zoom'],
  ['https://app.zoom.us/wc/12345678901/join?pwd=x', 'zoom'],
  ['https://zoom.us/wc/join/123456789', 'zoom'],
])('%s is a meeting', (link, platform) => {
  expect(platformOf(link)).toBe(platform);
});

it.each([
  '', 'meet.google.com/abc-defg-hij', 'http://meet.google.com/abc-defg-hij', 'javascript:alert(1)', 'file:///etc/passwd',
  'https://meet.google.com/', 'https://meet.google.com/new', 'https://meet.google.com/abc-defg-hij/../../x', 'https://meet.google.com:8443/abc-defg-hij',
  'https://user@meet.google.com/abc-defg-hij', 'https://user:pw@zoom.us/j/1234567890', 'https://meet.google.com.evil.example/abc-defg-hij',
  'https://evil.example/https://zoom.us/j/1234567890', 'https://zoom.us.evil.example/j/1234567890', 'https://evilzoom.us/j/1234567890',
  'https://zoom.us/j/abc', 'https://zoom.us/signin', 'https://127.0.0.1/j/1234567890', 'https://[::1]/j/1234567890', 'https://localhost/abc-defg-hij',
  `https://zoom.us/j/1234567890?pwd=${'x'.repeat(2_000)}`,
])('%s is none', (link) => {
  expect(platformOf(link)).toBeUndefined();
});
