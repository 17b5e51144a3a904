import { knownZone, nameZones } from './zones';

it('a zone is one that the database and this process both know, under one name, however it is spelled', () => {
  expect(['Europe/Rome', 'Asia/Tokyo', 'Mars/Olympus', '', null].map(knownZone)).toEqual(['Europe/Rome', 'Asia/Tokyo', null, null, null]);
  nameZones(['UTC', 'Europe/Rome', 'Mars/Olympus']);
  const spellings = ['Europe/Rome', 'europe/ROME', 'EUROPE/rome', 'utc'];
  expect(spellings.map(knownZone)).toEqual(['Europe/Rome', 'Europe/Rome', 'Europe/Rome', 'UTC']);
  // By another name of the same zone, which a database without old names does not have.
  nameZones(['Asia/Kolkata', 'Europe/Kyiv', 'UTC', 'Mars/Olympus']);
  expect(['Asia/Calcutta', 'asia/kolkata', 'Europe/Kiev'].map(knownZone)).toEqual(['Asia/Kolkata', 'Asia/Kolkata', 'Europe/Kyiv']);
  // Known to this process alone, and to the database alone.
  expect(['Asia/Tokyo', 'Mars/Olympus'].map(knownZone)).toEqual([null, null]);
});
