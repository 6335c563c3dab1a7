import { obey } from './child-side.ts';
import { hopscope } from '../compare/decode-hopscope.ts';
import type { DecodeLibrary, DecodeVariant, LibraryName, DecodeCounts } from '../compare/decode-library.ts';
import { openBcoin, openBitcoinjs } from '../compare/decode-peers.ts';
import { readMainBlocks } from '../lib/reference-data.ts';

export type DecodeOrder =
  | { kind: 'open'; library: LibraryName }
  /** One pass over all blocks. */
  | { kind: 'round'; variant: DecodeVariant };

export type DecodeAnswer =
  | { kind: 'open'; version: string; hashing: string; variants: DecodeVariant[] }
  | { kind: 'round'; milliseconds: number; cpuMilliseconds: number; counts: DecodeCounts };

const openers: Record<LibraryName, () => DecodeLibrary> = {
  hopscope: () => hopscope,
  bcoin: openBcoin,
  'bitcoinjs-lib': openBitcoinjs,
};

const blocks = readMainBlocks();
let library: DecodeLibrary = hopscope;

function round(variant: DecodeVariant): DecodeAnswer {
  const pass = library.variants[variant];
  if (!pass) throw new RangeError(`No such pass: ${variant}`);
  const counts: DecodeCounts = { transactions: 0, addresses: 0, txidSum: 0 };
  globalThis.gc?.();
  const cpu = process.threadCpuUsage();
  const started = performance.now();
  for (const raw of blocks) pass(raw, counts);
  const milliseconds = performance.now() - started;
  const { user, system } = process.threadCpuUsage(cpu);
  return { kind: 'round', milliseconds, cpuMilliseconds: (user + system) / 1000, counts };
}

obey<{ order: DecodeOrder; answer: DecodeAnswer }>(async (order) => {
  if (order.kind === 'round') return round(order.variant);
  library = openers[order.library]();
  const variants = (['txids', 'keys', 'texts', 'verified'] as const).filter((v) => library.variants[v]);
  return { kind: 'open', version: library.version, hashing: library.hashing, variants };
});
