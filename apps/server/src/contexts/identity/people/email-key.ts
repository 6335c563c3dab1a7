/** The unique form of an email: those that differ only in case or Unicode form (NFKC) are the same account. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
