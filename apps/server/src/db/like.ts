/** Returns a pattern for LIKE and ILIKE that matches texts with `text` anywhere: escapes %, _ and \. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
