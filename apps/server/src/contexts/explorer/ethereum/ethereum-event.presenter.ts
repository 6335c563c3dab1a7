import { type AbiValue, cleanTokenText, decodeEvent, type EthereumLog } from '@hopscope/chain';
import type { LogView } from '@hopscope/contract';
import { addressOf, hexOf } from './ethereum-values.ts';

/** Most characters of an event's text to show. */
const longestText = 500;

/** Returns a log, decoded if it matches a well-known event. Its texts are untrusted and cleaned. */
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
  // The log has only the hash of an indexed text, which is hex already.
  if (type === 'string' && typeof value === 'string') return cleanTokenText(value, longestText) ?? '';
  return String(value);
}
