import type { CallOutput, search } from '@hopscope/contract';
import { AppError } from '../../app-error.ts';
import { holds } from '../../ledger/bitcoin/ranges.ts';
import type { BitcoinBlockchain } from '../blockchain/bitcoin.service.ts';
import { isEthereumLike, parseBitcoinAddress, parseBlockId, parseTxid } from '../blockchain/identifiers.ts';

type Found = CallOutput<typeof search>['data'];

/** Tells what a text is: a block, a transaction or an address, and whether the ledger holds it. */
export function createSearch({ bitcoin }: { bitcoin: BitcoinBlockchain }) {
  return {
    async find(text: string): Promise<Found> {
      const given = text.trim();
      const { ranges, network, coverage } = await bitcoin.holdings();
      const nothing = (message: string): Found => ({
        type: 'none',
        value: null,
        blockchain: null,
        script_type: null,
        found: false,
        message,
        others: [],
        suggestion: null,
        coverage,
      });
      if (given === '') return nothing('Type a block number, a transaction hash or an address');
      try {
        // First: a hash may happen to have digits only.
        if (/^(0x)?[0-9a-f]{64}$/i.test(given)) return await findHash(given.toLowerCase(), coverage, nothing);
        if (/^\d+$/.test(given)) {
          const id = parseBlockId(given);
          const found = id.kind === 'height' && holds(ranges, id.height);
          const value = id.kind === 'height' ? String(id.height) : null;
          const message = found
            ? `Block ${value}`
            : `The ledger does not hold block ${value}. ${coverage.text}.`;
          return {
            type: 'block',
            value,
            blockchain: 'bitcoin',
            script_type: null,
            found,
            message,
            others: [],
            suggestion: null,
            coverage,
          };
        }
        if (isEthereumLike(given)) parseBitcoinAddress(given, network);
        const address = parseBitcoinAddress(given, network);
        const found = await bitcoin.hasAddress(address.key);
        const message = found
          ? 'Bitcoin address'
          : `Bitcoin address, not seen in the blocks held. ${coverage.text}.`;
        return {
          type: 'address',
          value: address.text,
          blockchain: 'bitcoin',
          script_type: address.type,
          found,
          message,
          others: [],
          suggestion: null,
          coverage,
        };
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return nothing(error.message);
        throw error;
      }
    },
  };

  async function findHash(
    given: string,
    coverage: Found['coverage'],
    nothing: (message: string) => Found,
  ): Promise<Found> {
    if (given.startsWith('0x')) return nothing('An Ethereum hash, and no Ethereum source is connected');
    const place = await bitcoin.locate(parseTxid(given));
    const base = {
      blockchain: 'bitcoin' as const,
      script_type: null,
      found: true,
      others: [],
      suggestion: null,
      coverage,
    };
    if (place?.kind === 'block')
      return { ...base, type: 'block', value: String(place.height), message: `Block ${place.height}` };
    if (place) return { ...base, type: 'transaction', value: given, message: 'Transaction' };
    return nothing(`Neither a transaction nor a block among the blocks held. ${coverage.text}.`);
  }
}
