import { decodeTransaction, isCoinbase, toDisplayHash, toHex } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { bitcoinPool, type CommingledPool, type Owner, type Lot, type Step } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import { storeOutputs } from '../../../ledger/bitcoin/blocks/batch.ts';
import { type RemoteTx, readRemoteTip, readRemoteTx } from '../../../ledger/bitcoin/remote/by-address.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { unpackPrevouts } from '../../../ledger/bitcoin/mempool/mempool-tx.ts';
import { readReportedMovements } from '../../../ledger/ethereum/remote/by-address-reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { coinJoinAmong } from '../../explorer/bitcoin/coinjoin.presenter.ts';
import type { State } from '../../directory/records/entities-at.ts';
import type { Subject } from './bitcoin-subjects.ts';
import type { RiskAsset } from './ethereum-conversions.ts';
import type { Owners, RiskState } from './owners.ts';
import { createSharedReads } from './shared-reads.ts';

/** Data of single addresses from a remote provider, without clusters and heights. */
export async function remoteState(
  session: SqlSession,
  chain: Blockchain,
  directory: State,
): Promise<RiskState> {
  // Ethereum is followed on its main network only.
  const tip = chains[chain].model === 'utxo' ? await readRemoteTip(session) : undefined;
  const network = (tip?.network ?? 'mainnet') as NetworkName;
  const none = { height: -1, clustersAt: undefined, blockHash: null, reads: createSharedReads(session) };
  return { session, chain, network, directory, ...none };
}

/** Reads spent and created outputs of a transaction from a remote provider; missing spent outputs are undefined. */
export function sidesOfRemote({ raw, prevouts }: Pick<RemoteTx, 'raw' | 'prevouts'>) {
  const tx = decodeTransaction(raw, { hashing: nativeHashing });
  const coinbase = isCoinbase(tx);
  return {
    tx,
    coinbase,
    inputs: coinbase ? [] : unpackPrevouts(prevouts),
    outputs: storeOutputs(tx, nativeHashing),
  };
}

function poolOf(
  { tx, coinbase, inputs, outputs }: ReturnType<typeof sidesOfRemote>,
  owners: ReadonlyMap<string, Owner>,
): CommingledPool {
  const txid = toDisplayHash(tx.txid);
  const lotOf = (
    of: string,
    vout: number,
    { key, value }: { key: Uint8Array | undefined; value: bigint },
  ): Lot => ({
    id: `${of}:${vout}`,
    transaction: of,
    amount: value,
    owner: key && owners.get(byteKey(key)),
  });
  return bitcoinPool({
    txid,
    coinbase,
    coinJoin: coinJoinAmong(coinbase, inputs, outputs).is === 'coinjoin',
    inputs: inputs.map((side, i) => {
      const from = tx.inputs[i];
      return side && from && lotOf(toDisplayHash(from.prevTxid), from.prevVout, side);
    }),
    outputs: outputs.map((output, vout) => lotOf(txid, vout, output)),
  });
}

/**
 * Reads a transaction from a remote provider (ID in internal byte order) with its direct counterparties only. `movements`:
 * maximum number of inputs and outputs. Undefined if it isn't stored.
 */
export async function remoteBitcoinTransaction(
  { session }: RiskState,
  txid: Uint8Array,
  { owners, movements }: { owners: Owners; movements: number },
): Promise<Subject | undefined> {
  const stored = await readRemoteTx(session, txid);
  if (!stored) return undefined;
  const sides = sidesOfRemote(stored);
  const { inputs, outputs } = sides;
  const small = inputs.length + outputs.length <= movements;
  const keys = [...inputs, ...outputs].flatMap((side) => side?.key ?? []);
  const pool = small ? poolOf(sides, await owners.read(keys)) : undefined;
  const roots = (pool?.entries ?? []).flatMap((entry) =>
    entry.flow === 'out' && 'lot' in entry ? [entry.lot] : [],
  );
  const self = toDisplayHash(txid);
  const stepOf = ({ transaction }: Lot, direction: 'backward' | 'forward'): Step =>
    pool && direction === 'backward' && transaction === self ? { is: 'pool', pool } : { is: 'not_in_ledger' };
  return {
    self,
    own: [],
    roots,
    notListed: pool ? 0n : outputs.reduce((sum, { value }) => sum + value, 0n),
    reader: {
      read: async (lots, direction) => new Map(lots.map((lot) => [lot.id, stepOf(lot, direction)])),
    },
    seen: true,
    activity: async () => null,
  };
}

/**
 * Reads movements of one asset in an Ethereum transaction from a remote provider. `movements`: maximum number. Undefined if
 * it isn't stored.
 */
export async function remoteEthereumTransaction(
  { session }: RiskState,
  hash: Uint8Array,
  { owners, movements, asset }: { owners: Owners; movements: number; asset: RiskAsset },
): Promise<Subject | undefined> {
  const remote = await readReportedMovements(session, hash, asset);
  if (remote.length === 0) return undefined;
  const self = `0x${toHex(hash)}`;
  const between = remote.filter(({ kind, amount }) => kind !== 'fee' && amount > 0n);
  const small = between.length <= movements;
  const known = await owners.read(small ? between.flatMap(({ from, to }) => [from, to].filter(isKey)) : []);
  const roots = (small ? between : []).flatMap(({ from, to, amount }, place): Lot[] => {
    const [payer, payee] = [from && known.get(byteKey(from)), to && known.get(byteKey(to))];
    if (!payer || !payee) return [];
    return [{ id: `${self}:${place}`, transaction: self, amount, owner: payee, from: payer }];
  });
  return {
    self,
    own: [],
    roots,
    notListed: small ? 0n : between.reduce((sum, { amount }) => sum + amount, 0n),
    reader: {
      read: async (lots) => new Map(lots.map(({ id }) => [id, { is: 'not_in_ledger' } as const])),
    },
    seen: true,
    activity: async () => null,
  };
}

const isKey = (side: Uint8Array | null): side is Uint8Array => side !== null;
