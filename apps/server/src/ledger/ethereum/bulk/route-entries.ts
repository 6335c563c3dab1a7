import type { RunWriter } from '../../shared/bulk/runs.ts';
import { spams } from '../accounts/entries.ts';
import { at as field, bits, entryLayout, two } from './entry-records.ts';
import type { LoadAsset } from './load-assets.ts';

const fakeToken = spams.indexOf('fake_token') << bits.spam;

/**
 * Distributes the entries of a batch to their partitions, with the numbers of their assets in the ledger, and hides those of
 * fake tokens. `assets`: in the order of the batch.
 */
export function routeEntries(
  entries: Uint32Array,
  assets: readonly LoadAsset[],
  runs: RunWriter,
  partitionBits: number,
): void {
  const shift = 32 - partitionBits;
  const ids = Uint32Array.from([0, ...assets.map(({ id }) => id)]);
  const fakes = Uint8Array.from([0, ...assets.map(({ fake }) => (fake ? 1 : 0))]);
  for (let from = 0; from < entries.length; ) {
    const size = entryLayout.length(entries, from);
    const buffer = runs.buffer('entry', (entries[from] ?? 0) >>> shift);
    const to = buffer.extend(size);
    const { words } = buffer;
    for (let i = 0; i < size; i++) words[to + i] = entries[from + i] ?? 0;
    const asset = entries[from + field.asset] ?? 0;
    words[to + field.asset] = ids[asset] ?? 0;
    const flags = entries[from + field.flags] ?? 0;
    if (fakes[asset] === 1 && ((flags >>> bits.spam) & two) === 0)
      words[to + field.flags] = flags | fakeToken;
    from += size;
  }
}
