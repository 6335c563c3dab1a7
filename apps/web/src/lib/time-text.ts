const dateParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const minuteParts = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
const clockParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Seconds since 1970 as `24 Jan 2019` (UTC). */
export function dateText(seconds: number): string {
  return dateParts.format(seconds * 1000);
}

/** Seconds since 1970 as `24 Jan 2019, 09:12:33 UTC`. */
export function utcText(seconds: number): string {
  return `${dateText(seconds)}, ${clockParts.format(seconds * 1000)} UTC`;
}

/** The same without seconds, where there is little room. */
export function utcMinuteText(seconds: number): string {
  return `${dateText(seconds)}, ${minuteParts.format(seconds * 1000)} UTC`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.4375 * day;
const year = 365.25 * day;

function two(amount: number, unit: string, rest: number, restUnit: string): string {
  return rest > 0 ? `${amount} ${unit} ${rest} ${restUnit}` : `${amount} ${unit}`;
}

/** Time between `seconds` and `now` in at most two units, as `4 min`, `1 h 19 min`, `3 d`, `7 y 2 mo`. */
export function ageText(seconds: number, now: number): string {
  const age = Math.max(0, now - seconds);
  if (age < minute) return `${age} s`;
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age < day) return two(Math.floor(age / hour), 'h', Math.floor((age % hour) / minute), 'min');
  if (age < month) return `${Math.floor(age / day)} d`;
  if (age < year) return `${Math.floor(age / month)} mo`;
  return two(Math.floor(age / year), 'y', Math.floor((age % year) / month), 'mo');
}
