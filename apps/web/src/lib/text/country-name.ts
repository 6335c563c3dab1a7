/** Names of countries by their code (ISO 3166-1 alpha-2), in English; codes that are none stay as they are. */
export function createCountryNames(): (code: string) => string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
}
