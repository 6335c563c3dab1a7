import { encodeAbiParameters, encodeEventTopics, pad, parseAbi } from 'viem';
import { fromHex } from '../../bytes.ts';
import type { EthereumLog } from '../model.ts';
import { knownEvents } from '../tokens/known-events.ts';

const zero = '0x0000000000000000000000000000000000000000';

export const bytes = (hex: string): Uint8Array => fromHex(hex.slice(2).toLowerCase());

/** Encodes an event as a contract emits it, with an independent library. */
export function logOf(
  contract: string,
  source: string,
  args: Readonly<Record<string, unknown>>,
  name?: string,
): EthereumLog {
  const { declaration } =
    knownEvents.find(
      (known) =>
        known.source === source &&
        (name === undefined || known.declaration.startsWith(`${name}(`)) &&
        Object.keys(args).every((arg) => new RegExp(`\\b${arg}\\b`).test(known.declaration)),
    ) ?? {};
  if (declaration === undefined) throw new Error(`No event of ${source} has these arguments`);
  const texts: readonly string[] = [`event ${declaration}`];
  const abi = parseAbi(texts);
  const [item] = abi;
  if (item?.type !== 'event') throw new Error(declaration);
  const topics = encodeEventTopics({ abi, eventName: item.name, args });
  const plain = item.inputs.filter((input) => !('indexed' in input && input.indexed));
  const values = plain.map(({ name: each = '', type }) => {
    if (each in args) return args[each];
    return type === 'bytes' || type === 'string'
      ? '0x'
      : type.startsWith('bytes')
        ? pad('0x', { size: Number(type.slice(5)) })
        : type === 'address'
          ? zero
          : 0;
  });
  return {
    address: fromHex(contract),
    topics: topics.map((topic) => bytes(String(topic ?? pad('0x')))),
    data: bytes(encodeAbiParameters(plain, values)),
    index: 3,
  };
}
