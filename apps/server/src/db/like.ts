/** A pattern for LIKE and ILIKE that finds `text` itself anywhere: its own %, _ and \ stand for themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
