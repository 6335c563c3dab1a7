const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly [string, RegExp][] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

/** Browser and system that a user agent names; programs by their first word. */
export function deviceOf(userAgent: string): string {
  const named = (list: readonly [string, RegExp][]) => list.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  const program = /^[\w.-]{1,30}(?=\/)/.exec(userAgent)?.[0];
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program) ?? 'Unknown device';
}
