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
