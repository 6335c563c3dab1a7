import { describe, expect, it } from 'vitest';
import {
  createTimeFormats,
  dayName,
  deviceTimeZone,
  isTimeZone,
  timeZoneNames,
  utcTime,
  zoneOfDevice,
} from './times.ts';

describe('times', () => {
  it('are in the chosen zone and marked with it', () => {
    const { date, dateTime, exactTime, fullTime, clock } = createTimeFormats('America/Mexico_City');
    expect(date('2026-03-01T02:30:00.000Z')).toBe('28 Feb 2026');
    expect(dateTime('2026-03-01T02:30:00.000Z')).toBe('28 Feb 2026, 20:30 UTC−6');
    expect(exactTime('2026-03-01T02:30:15.000Z')).toBe('28 Feb 2026, 20:30:15 UTC−6');
    expect(fullTime('2026-03-01T02:30:15.000Z')).toBe('28 Feb 2026, 20:30:15 UTC−6 (America/Mexico City)');
    expect(clock('2026-03-01T02:30:15.000Z')).toBe('20:30:15 UTC−6');
  });

  it('are read from seconds since 1970 too', () => {
    const { date, dateTime, fullTime } = createTimeFormats('UTC');
    expect(date(1_231_731_025)).toBe('12 Jan 2009');
    expect(dateTime(1_231_731_025)).toBe('12 Jan 2009, 03:30 UTC');
    expect(fullTime(1_231_731_025)).toBe('12 Jan 2009, 03:30:25 UTC');
  });

  it.each([
    // The hour that is skipped in spring, and the one that occurs twice in autumn.
    ['Europe/London', '2026-03-29T00:59:59Z', '29 Mar 2026, 00:59:59 GMT'],
    ['Europe/London', '2026-03-29T01:00:00Z', '29 Mar 2026, 02:00:00 BST'],
    ['Europe/London', '2026-10-25T00:30:00Z', '25 Oct 2026, 01:30:00 BST'],
    ['Europe/London', '2026-10-25T01:30:00Z', '25 Oct 2026, 01:30:00 GMT'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '25 Oct 2026, 02:30:00 CEST'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '25 Oct 2026, 02:30:00 CET'],
    ['America/New_York', '2026-11-01T05:30:00Z', '1 Nov 2026, 01:30:00 UTC−4'],
    ['America/New_York', '2026-11-01T06:30:00Z', '1 Nov 2026, 01:30:00 UTC−5'],
    // Daylight saving time of half an hour, and of the southern hemisphere.
    ['Australia/Lord_Howe', '2026-01-05T14:03:00Z', '6 Jan 2026, 01:03:00 UTC+11'],
    ['Australia/Lord_Howe', '2026-07-05T14:03:00Z', '6 Jul 2026, 00:33:00 UTC+10:30'],
    ['Asia/Kathmandu', '2026-01-05T18:30:00Z', '6 Jan 2026, 00:15:00 UTC+5:45'],
    ['America/St_Johns', '2026-01-05T00:00:00Z', '4 Jan 2026, 20:30:00 UTC−3:30'],
    // Samoa moved across the date line: 30 December 2011 does not exist there.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '29 Dec 2011, 23:59:59 UTC−10'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '31 Dec 2011, 00:00:00 UTC+14'],
    ['Pacific/Apia', '2026-01-05T11:00:00Z', '6 Jan 2026, 00:00:00 UTC+13'],
    ['Pacific/Kiritimati', '2026-01-05T10:00:00Z', '6 Jan 2026, 00:00:00 UTC+14'],
    ['Etc/GMT+12', '2026-01-05T11:59:00Z', '4 Jan 2026, 23:59:00 UTC−12'],
  ])('in %s at %s', (timeZone, moment, text) => {
    expect(createTimeFormats(timeZone).exactTime(moment)).toBe(text);
  });

  it('of every zone that is offered are marked and never empty', () => {
    for (const timeZone of timeZoneNames()) {
      expect(isTimeZone(timeZone)).toBe(true);
      expect(createTimeFormats(timeZone).dateTime('2026-01-05T14:03:00Z'), timeZone).toMatch(
        /^[56] Jan 2026, \d\d:\d\d (UTC([+−]\d{1,2}(:\d\d)?)?|[A-Z]{3,5})$/,
      );
    }
  });

  it('follow the device where the user wants that', () => {
    const moment = '2026-01-05T14:03:00Z';
    const follows = createTimeFormats(deviceTimeZone);
    expect(follows.fullTime(moment)).toBe(createTimeFormats(zoneOfDevice()).fullTime(moment));
  });

  it('of documents are in UTC', () => {
    expect(utcTime('2026-01-05T15:03:11+01:00')).toBe('2026-01-05 14:03:11 UTC');
    expect(utcTime(1_231_731_025)).toBe('2009-01-12 03:30:25 UTC');
    expect(() => utcTime('today')).toThrow(RangeError);
  });
});

describe('time zones', () => {
  it('are names of the IANA database, or the device', () => {
    for (const name of ['browser', 'UTC', 'Europe/London', 'America/Mexico_City'])
      expect(isTimeZone(name)).toBe(true);
    for (const name of ['', 'Browser ', 'Mars/Olympus', '+01:00', '-0500', 'x'.repeat(64)]) {
      expect(isTimeZone(name)).toBe(false);
    }
  });

  it('are offered with UTC first and each once', () => {
    const names = timeZoneNames();
    expect(names[0]).toBe('UTC');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['Europe/Berlin', 'Pacific/Apia']));
  });
});

it('names calendar days independently of time zones', () => {
  expect(dayName('2026-05-04')).toBe('4 May 2026');
  expect([dayName('2026-09-04'), dayName('2026-09-04', 'short')]).toEqual([
    '4 September 2026',
    '4 Sept 2026',
  ]);
});
