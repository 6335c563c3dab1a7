/** How hard a password is to guess: from its length and the kinds of its characters. A hint only; the server has the rules. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

/** Returns the strength of a password with at least `least` characters; null for an empty one. */
export function strengthOf(password: string, least: number): PasswordStrength | null {
  const { length } = password;
  if (length === 0) return null;
  if (length < least) return 'short';
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const distinct = new Set(password.split('')).size;
  if (distinct < 5) return 'weak';
  const effort = length + 3 * variety;
  if (effort >= 24) return 'strong';
  return effort >= 17 ? 'fair' : 'weak';
}
