import {
  allOf,
  apply,
  bitcoinTransfers,
  type BitcoinProof,
  type CanvasNode,
  type Change,
  checkBundle,
  type Connection,
  emptyDocument,
  type HeaderLine,
  writeBundle,
} from '@hopscope/canvas';
import {
  decodeBlock,
  encodeHeader,
  encodeTransaction,
  isCoinbase,
  merkleBranch,
  networks,
  toDisplayHash,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import { simulateBitcoin } from '@hopscope/demo';
import { nativeHashing as hashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { packZip, readZip } from '../../apps/server/src/contexts/tracing/evidence/zip.ts';

export interface EvidenceResult {
  transactions: number;
  transfers: number;
  bytes: number;
  packMilliseconds: number;
  checkMilliseconds: number;
}

const run = { seed: 5, start: 1_700_000_000, length: 240 * 3600, blockInterval: 1200 };
const asset = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;

function nodeOf(address: string): CanvasNode {
  const plain = { label: '', color: null, traced: false, stop: null, group: null, profile: null };
  return {
    kind: 'node',
    id: `bitcoin:${address}`,
    type: 'wallet',
    chain: 'bitcoin',
    address,
    x: 0,
    y: 0,
    ...plain,
  };
}

/** Returns the parts of a valid bundle of the first `most` payments of a demo. */
function makeParts(most: number) {
  const simulation = simulateBitcoin({ ...run, transactions: 3000, ethereumTransactions: 0, hashing });
  const known = new Map<string, Transaction>();
  const chosen = new Map<string, Uint8Array>();
  const spent = new Map<string, Uint8Array>();
  const proofs: BitcoinProof[] = [];
  const headers: HeaderLine[] = [];
  const changes: Change[] = [];
  const nodes = new Set<string>();
  for (let at = 0; at <= run.length && chosen.size < most; at += run.blockInterval) {
    const { bytes, height } = simulation.next(run.start + at);
    const block = decodeBlock(bytes, { hashing });
    headers.push({ height, header: toHex(encodeHeader(block.header)) });
    for (const [position, tx] of block.transactions.entries()) {
      const txid = toDisplayHash(tx.txid);
      known.set(txid, tx);
      if (isCoinbase(tx) || chosen.size >= most) continue;
      chosen.set(txid, encodeTransaction(tx));
      const branch = merkleBranch(
        block.transactions.map((one) => one.txid),
        position,
      ).map(toDisplayHash);
      proofs.push({ txid, height, position, count: block.transactions.length, branch });
      const outputOf = (id: string, vout: number) => known.get(id)?.outputs[vout];
      const transfers = bitcoinTransfers(tx, outputOf, { network: networks.demo, hashing }) ?? [];
      for (const [key, { amount, whole, fee }] of transfers) {
        const [vout = '', from = '', to = ''] = key.split('|');
        for (const address of [from, to]) {
          if (!nodes.has(address)) changes.push({ change: 'create', record: nodeOf(address) });
          nodes.add(address);
        }
        const utxoKey = `${txid}:${vout}`;
        const ends = { from: `bitcoin:${from}`, to: `bitcoin:${to}` };
        const record: Connection = {
          kind: 'connection',
          id: `${utxoKey}|${ends.from}|${ends.to}`,
          ...ends,
          amount: String(amount),
          whole: String(whole),
          asset,
          time: block.header.time,
          height,
          transaction: txid,
          utxoKey,
          fee: String(fee),
          color: null,
        };
        changes.push({ change: 'create', record });
      }
      for (const { prevTxid } of tx.inputs) {
        const before = known.get(toDisplayHash(prevTxid));
        if (before) spent.set(toDisplayHash(prevTxid), encodeTransaction(before, { witness: false }));
      }
    }
  }
  for (const txid of chosen.keys()) spent.delete(txid);
  const heights = proofs.map(({ height }) => height);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const step = { id: 'one', author: 'bench', time: 0, title: 'All', changes };
  const { document } = apply(emptyDocument, step);
  return {
    about: {
      application: 'bench',
      document: { id: 'bench', title: 'Bench' },
      made: { by: 'bench', at: new Date(0).toISOString() },
      ledgers: [{ blockchain: 'bitcoin' as const, network: 'demo', height: null, hash: null }],
      directory: { version: 0 },
      linked: true,
    },
    document,
    changed: 0,
    steps: [{ sequence: 1, step }],
    bitcoin: {
      transactions: chosen,
      spent,
      proofs,
      headers: headers.filter(({ height }) => height >= lowest && height <= highest),
    },
    ethereum: { transactions: new Map(), proofs: [], headers: [] },
    labels: [],
    scores: [],
    missing: [],
  };
}

/** Writes and verifies a bundle of 500 transactions, from its bytes alone. Throws if it is invalid. */
export async function measureEvidence(quick: boolean): Promise<EvidenceResult> {
  const parts = makeParts(quick ? 50 : 500);
  const begun = performance.now();
  const zip = await packZip(writeBundle(parts, hashing));
  const packed = performance.now();
  const findings = checkBundle(readZip(zip), hashing);
  const checked = performance.now();
  const wrong = findings.find(({ verdict }) => verdict !== 'confirmed');
  if (wrong) throw new Error(`The bundle does not hold: ${wrong.text}`);
  return {
    transactions: parts.bitcoin.transactions.size,
    transfers: allOf(parts.document, 'connection').length,
    bytes: zip.length,
    packMilliseconds: packed - begun,
    checkMilliseconds: checked - packed,
  };
}
