import { toHex } from '@hopscope/chain';
import type { IssuerMeasure, LotReader } from '@hopscope/risk';
import { readEthereumTxByHash } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import type { Subject } from './bitcoin-subjects.ts';
import { accountActivity } from './activity.ts';
import type { EthereumFlows } from './ethereum-flows.ts';
import type { TimedEvent } from './ethereum-pasts.ts';
import { keysOfParties, readIssuerMeasures } from './issuer-measures.ts';
import type { Owners, RiskState } from './owners.ts';

interface Context {
  readonly owners: Owners;
  readonly flows: EthereumFlows;
  /** Reads lots of walks, also on the other chain. */
  readonly reader: LotReader;
  readonly chainId: bigint;
  /** True if the ledger has every block with internal transfers. */
  readonly isComplete: boolean;
}

/** Reads an Ethereum account with one asset. The history of a hub is unlisted. */
export async function ethereumAddress(
  state: RiskState,
  key: Uint8Array,
  { owners, flows, reader, chainId, isComplete }: Context,
): Promise<Subject> {
  const owner = (await owners.read([key])).get(byteKey(key));
  if (!owner) throw new RangeError('A score is asked of no address');
  const past = await flows.past(owner);
  const activityOf = async (events: readonly TimedEvent[]) => {
    const measures = await readIssuerMeasures(state, [key, ...keysOfParties(events)], chainId);
    const isFrozen = ({ kind }: IssuerMeasure): boolean => kind !== 'unfrozen';
    return accountActivity(events, {
      owner: owner.id,
      entities: owners.entities,
      complete: isComplete,
      measures: measures.get(owner.address) ?? [],
      frozen: new Set([...measures].flatMap(([address, own]) => (own.some(isFrozen) ? [address] : []))),
    });
  };
  const common = { self: owner.id, own: owner.label ? [owner.label] : [], reader };
  if (typeof past === 'string') {
    const notListed = past === 'hub' ? await flows.received(key) : 0n;
    const activity = async () => (past === 'hub' ? null : activityOf([]));
    return { ...common, roots: [], notListed, seen: past === 'hub', activity };
  }
  return {
    ...common,
    roots: await flows.receipts(past, owner),
    notListed: 0n,
    seen: true,
    activity: () => activityOf(past.events),
  };
}

/** Reads the movements of an asset in an Ethereum transaction. Undefined if it isn't in the ledger up to the height. */
export async function ethereumTransaction(
  state: RiskState,
  hash: Uint8Array,
  { flows, reader }: Context,
): Promise<Subject | undefined> {
  const stored = await readEthereumTxByHash(state.session, hash);
  if (!stored || heightOf(stored.position) > state.height) return undefined;
  return {
    self: `0x${toHex(hash)}`,
    own: [],
    roots: await flows.transfersOf(stored),
    notListed: 0n,
    reader,
    seen: true,
    activity: async () => null,
  };
}
