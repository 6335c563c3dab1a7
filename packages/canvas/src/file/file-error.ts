/** Why a file can't be read, with the position. */
export class FileError extends Error {
  /** Such as `nodes[3].x`; empty: the file as a whole. */
  readonly place: string;

  constructor(place: string, reason: string) {
    super(place === '' ? `The file ${reason}.` : `${place} ${reason}.`);
    this.place = place;
  }
}

export function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
}
