import { type AbiValue, cleanTokenText, decodeEvent, type EthereumLog } from '@hopscope/chain';
import type { LogView } from '@hopscope/contract';
import { addressOf, hexOf } from './ethereum-values.ts';

/** Longest text of an event that is shown, in characters. */
const longestText = 500;

/** A log, in the words of a well-known event where one fits. Texts in it are a stranger's and cleaned. */
export function presentLog(log: EthereumLog): LogView {
  const event = decodeEvent(log);
  return {
    index: log.index,
    address: addressOf(log.address),
    topics: log.topics.map(hexOf),
    data: hexOf(log.data),
    event: event && {
      name: event.name,
      signature: event.signature,
      source: event.source,
      args: event.args.map(({ name, type, indexed, value }) => ({
        name,
        type,
        indexed,
        value: presentValue(type, value),
      })),
    },
  };
}

function presentValue(type: string, value: AbiValue): string | string[] {
  if (typeof value === 'object') return value.map((item) => String(presentValue(type, item)));
  // Of an indexed text only its hash is known, which is hex already.
  if (type === 'string' && typeof value === 'string') return cleanTokenText(value, longestText) ?? '';
  return String(value);
}
