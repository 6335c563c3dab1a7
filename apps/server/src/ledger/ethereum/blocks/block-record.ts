import type { BlockReward, EthereumHeader, Withdrawal } from '@hopscope/chain';
import { createPackReader, type PackReader, type PackWriter } from '../../shared/varint.ts';
import type { EthereumBlockRow } from '../model.ts';
import { readWord, writeWord } from '../history/packed-data.ts';
import { readWide, writeWide } from '../../shared/wide.ts';

const hasBaseFee = 1;
const hasWithdrawals = 2;
const hasBlobGas = 4;
const hasBeaconRoot = 8;
const hasRequests = 16;

const isTraced = 1;
const hasSize = 2;

/** The packed fields of a block: those without a column of their own. */
export type PackedBlock = Omit<EthereumBlockRow, 'height' | 'hash' | 'txCount'>;

/** Packs a block for `eth_block.body` (layout in `docs/concepts/ledger.md`). */
export function packEthereumBlock(out: PackWriter, block: PackedBlock): Uint8Array {
  writeHeader(out, block.header);
  out.byte((block.traced ? isTraced : 0) | (block.size === null ? 0 : hasSize));
  if (block.size !== null) out.uint(block.size);
  out.uint(block.uncleHashes.length);
  for (const hash of block.uncleHashes) out.raw(hash);
  out.uint(block.uncles.length);
  for (const uncle of block.uncles) writeHeader(out, uncle);
  out.uint(block.rewards.length);
  for (const { kind, miner, value } of block.rewards) {
    out.byte(kind === 'block' ? 0 : 1);
    out.raw(miner);
    writeWide(out, value);
  }
  out.uint(block.withdrawals ? block.withdrawals.length + 1 : 0);
  for (const { index, validatorIndex, address, amount } of block.withdrawals ?? []) {
    writeWide(out, index);
    writeWide(out, validatorIndex);
    out.raw(address);
    writeWide(out, amount);
  }
  for (const sum of [block.fees, block.burnt, block.blobBurnt, block.tips, block.destroyed]) {
    writeWide(out, sum);
  }
  out.uint(block.failed);
  out.uint(block.internalCount === null ? 0 : block.internalCount + 1);
  out.uint(block.tokenCount);
  return out.take();
}

/** Unpacks a block. Throws RangeError if the bytes are damaged. */
export function unpackEthereumBlock(body: Uint8Array): PackedBlock {
  const reader = createPackReader(body);
  const header = readHeader(reader);
  const head = reader.byte();
  const size = head & hasSize ? reader.uint() : null;
  const uncleHashes = readList(reader.uint(), () => reader.raw(32));
  const uncles = readList(reader.uint(), () => readHeader(reader));
  const rewards = readList(reader.uint(), (): BlockReward => {
    const kind = reader.byte() === 0 ? 'block' : 'uncle';
    return { kind, miner: reader.raw(20), value: readWide(reader) };
  });
  const withdrawals = readWithdrawals(reader);
  const [fees, burnt, blobBurnt] = [readWide(reader), readWide(reader), readWide(reader)];
  const [tips, destroyed] = [readWide(reader), readWide(reader)];
  const failed = reader.uint();
  const internal = reader.uint();
  const tokenCount = reader.uint();
  if (!reader.done) throw new RangeError('Stored bytes go on after their end');
  return {
    header,
    size,
    uncles,
    uncleHashes,
    rewards,
    withdrawals,
    fees,
    burnt,
    blobBurnt,
    tips,
    destroyed,
    failed,
    internalCount: internal === 0 ? null : internal - 1,
    tokenCount,
    traced: (head & isTraced) !== 0,
  };
}

function readList<T>(count: number, item: () => T): T[] {
  const list: T[] = [];
  for (let i = 0; i < count; i++) list.push(item());
  return list;
}

function readWithdrawals(reader: PackReader): Withdrawal[] | null {
  const count = reader.uint();
  if (count === 0) return null;
  return readList(count - 1, () => {
    const [index, validatorIndex] = [readWide(reader), readWide(reader)];
    return { index, validatorIndex, address: reader.raw(20), amount: readWide(reader) };
  });
}

function writeHeader(out: PackWriter, header: EthereumHeader): void {
  out.byte(
    (header.baseFee === null ? 0 : hasBaseFee) |
      (header.withdrawalsRoot ? hasWithdrawals : 0) |
      (header.blobGasUsed === null ? 0 : hasBlobGas) |
      (header.parentBeaconRoot ? hasBeaconRoot : 0) |
      (header.requestsHash ? hasRequests : 0),
  );
  const { parentHash, unclesHash, stateRoot, transactionsRoot, receiptsRoot, mixHash } = header;
  for (const hash of [parentHash, unclesHash, stateRoot, transactionsRoot, receiptsRoot]) out.raw(hash);
  writeWord(out, mixHash);
  out.raw(header.miner);
  out.raw(header.logsBloom);
  out.raw(header.nonce);
  writeWide(out, header.difficulty);
  out.uint(header.number);
  writeWide(out, header.gasLimit);
  writeWide(out, header.gasUsed);
  out.uint(header.time);
  out.uint(header.extraData.length);
  out.raw(header.extraData);
  if (header.baseFee !== null) writeWide(out, header.baseFee);
  if (header.withdrawalsRoot) out.raw(header.withdrawalsRoot);
  if (header.blobGasUsed !== null) {
    writeWide(out, header.blobGasUsed);
    writeWide(out, header.excessBlobGas ?? 0n);
  }
  if (header.parentBeaconRoot) out.raw(header.parentBeaconRoot);
  if (header.requestsHash) out.raw(header.requestsHash);
}

function readHeader(reader: PackReader): EthereumHeader {
  const head = reader.byte();
  const hash = () => reader.raw(32);
  const wide = () => readWide(reader);
  const [parentHash, unclesHash, stateRoot] = [hash(), hash(), hash()];
  const [transactionsRoot, receiptsRoot, mixHash] = [hash(), hash(), readWord(reader)];
  const [miner, logsBloom, nonce] = [reader.raw(20), reader.raw(256), reader.raw(8)];
  const [difficulty, number, gasLimit, gasUsed] = [wide(), reader.uint(), wide(), wide()];
  const time = reader.uint();
  const extraData = reader.raw(reader.uint());
  return {
    parentHash,
    unclesHash,
    miner,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    logsBloom,
    difficulty,
    number,
    gasLimit,
    gasUsed,
    time,
    extraData,
    mixHash,
    nonce,
    baseFee: head & hasBaseFee ? wide() : null,
    withdrawalsRoot: head & hasWithdrawals ? hash() : null,
    blobGasUsed: head & hasBlobGas ? wide() : null,
    excessBlobGas: head & hasBlobGas ? wide() : null,
    parentBeaconRoot: head & hasBeaconRoot ? hash() : null,
    requestsHash: head & hasRequests ? hash() : null,
  };
}
