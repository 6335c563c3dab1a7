/** Characters of a name with its ending at most. */
const longest = 120;

/** Reserved device names of Windows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name without folders, without what cannot be seen or turns writing round, and without what file systems refuse. */
export function cleanFileName(given: string): { name: string; ending: string } {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot < 0 ? '' : plain.slice(dot + 1).toLowerCase();
  const stem = (dot < 0 ? plain : plain.slice(0, dot)).replace(/[. ]+$/, '');
  const stored = Array.from(stem)
    .slice(0, longest - ending.length - 1)
    .join('');
  const safe = stored === '' ? 'file' : devices.test(stored) ? `_${stored}` : stored;
  return { name: ending === '' ? safe : `${safe}.${ending}`, ending };
}

/** The same in letters that every header can carry. */
export function headerFileName(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()+-]/g, '_');
  return ascii.replace(/^[. _]+(?=\.\w+$)/, 'file');
}
