import { toHex } from '../../bytes.ts';

/** An answer of a node as JSON; tests change it freely. */
export type Answer = Record<string, unknown>;

/** The answers about one block. */
export interface BlockAnswers {
  readonly block: Answer & { transactions: Answer[] };
  readonly receipts: (Answer & { logs: Answer[] })[];
}

/** A log as far as it matters to a test. */
export interface LogParts {
  readonly address?: string;
  readonly topics?: readonly string[];
  readonly data?: string;
}

/** A transaction with what it did; `tx` and `receipt` replace fields of the answers. */
export interface TransactionParts {
  readonly tx?: Answer;
  readonly receipt?: Answer;
  readonly logs?: readonly LogParts[];
}

/** Names of the forks at which answers change. */
export type ForkName = 'frontier' | 'byzantium' | 'london' | 'shanghai' | 'cancun' | 'prague';

const forkNames: readonly ForkName[] = ['frontier', 'byzantium', 'london', 'shanghai', 'cancun', 'prague'];

/** `0x` and `bytes` bytes that end in the number. */
export function hex(value: number | bigint, bytes: number): string {
  return `0x${value.toString(16).padStart(2 * bytes, '0')}`;
}

/** `0x` and a number without zeros in front. */
export function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

/** `0x` and bytes. */
export function prefixed(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`;
}

export const emptyTrieRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
export const emptyUnclesHash = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const noBloom = `0x${'00'.repeat(256)}`;
const BLOCK_NUMBER = 123;

/** Answers about a block of a fork with these transactions. Hashes are made up: only the form is right. */
export function makeAnswers(
  fork: ForkName,
  transactions: readonly TransactionParts[],
  header: Answer = {},
): BlockAnswers {
  const since = (name: ForkName) => forkNames.indexOf(fork) >= forkNames.indexOf(name);
  const identity = { blockHash: hex(0xb10c, 32), blockNumber: quantity(BLOCK_NUMBER) };
  let logIndex = 0;
  const receipts = transactions.map((parts, i) => {
    const receipt = makeReceipt(parts, i, { ...identity, ...(since('byzantium') ? { status: '0x1' } : {}) });
    if (!since('byzantium')) receipt['root'] ??= hex(0x500 + i, 32);
    const logs = (parts.logs ?? []).map((log) => ({
      ...identity,
      transactionHash: hex(0xaa00 + i, 32),
      transactionIndex: quantity(i),
      logIndex: quantity(logIndex++),
      removed: false,
      address: hex(0xcc, 20),
      topics: [],
      data: '0x',
      ...log,
    }));
    return { ...receipt, logs };
  });
  const block = {
    hash: identity.blockHash,
    parentHash: hex(0xb10b, 32),
    sha3Uncles: emptyUnclesHash,
    miner: hex(0x31, 20),
    stateRoot: hex(0x57, 32),
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: noBloom,
    difficulty: since('shanghai') ? '0x0' : '0x400',
    number: identity.blockNumber,
    gasLimit: quantity(30_000_000),
    gasUsed: quantity(21_000 * transactions.length),
    timestamp: quantity(1_500_000_000),
    extraData: '0x1234',
    mixHash: hex(5, 32),
    nonce: hex(7, 8),
    uncles: [],
    ...(since('london') ? { baseFeePerGas: quantity(100) } : {}),
    ...(since('shanghai') ? { withdrawalsRoot: emptyTrieRoot, withdrawals: [] } : {}),
    ...(since('cancun')
      ? { blobGasUsed: '0x0', excessBlobGas: '0x0', parentBeaconBlockRoot: hex(8, 32) }
      : {}),
    ...(since('prague') ? { requestsHash: hex(9, 32) } : {}),
    ...header,
    transactions: transactions.map((parts, i) => ({ ...identity, ...makeTransaction(parts, i) })),
  };
  return { block, receipts };
}

/** Fields that transactions of a type have besides the common ones. */
export const fieldsOfType: Readonly<Record<0 | 1 | 2 | 3 | 4, Answer>> = {
  0: { type: '0x0', gasPrice: quantity(110), v: '0x1b' },
  1: { type: '0x1', gasPrice: quantity(110), chainId: '0x1', accessList: [], v: '0x0', yParity: '0x0' },
  2: typed('0x2'),
  3: {
    ...typed('0x3'),
    maxFeePerBlobGas: '0x5',
    blobVersionedHashes: [`0x01${'ab'.repeat(31)}`, `0x01${'cd'.repeat(31)}`],
  },
  4: {
    ...typed('0x4'),
    authorizationList: [
      { chainId: '0x0', address: hex(0xde, 20), nonce: '0x7', yParity: '0x1', r: '0x11', s: '0x12' },
    ],
  },
};

function typed(type: string): Answer {
  return {
    type,
    maxFeePerGas: quantity(150),
    maxPriorityFeePerGas: quantity(10),
    gasPrice: quantity(110),
    chainId: '0x1',
    accessList: [{ address: hex(0xa1, 20), storageKeys: [hex(1, 32), hex(2, 32)] }],
    v: '0x1',
    yParity: '0x1',
  };
}

function makeTransaction(parts: TransactionParts, i: number): Answer {
  return {
    hash: hex(0xaa00 + i, 32),
    transactionIndex: quantity(i),
    from: hex(0xf0 + i, 20),
    to: hex(0x70, 20),
    nonce: quantity(i),
    value: quantity(1000),
    gas: quantity(30_000),
    input: '0x',
    r: hex(0x51, 32),
    s: hex(0x52, 32),
    ...fieldsOfType[0],
    ...parts.tx,
  };
}

function makeReceipt(parts: TransactionParts, i: number, common: Answer): Answer {
  const tx = makeTransaction(parts, i);
  return {
    ...common,
    transactionHash: tx['hash'],
    transactionIndex: quantity(i),
    type: tx['type'],
    from: tx['from'],
    to: tx['to'],
    contractAddress: null,
    gasUsed: quantity(21_000),
    cumulativeGasUsed: quantity(21_000 * (i + 1)),
    effectiveGasPrice: quantity(110),
    logsBloom: noBloom,
    ...(tx['type'] === '0x3' ? { blobGasUsed: quantity(2 * 131_072), blobGasPrice: '0x3' } : {}),
    ...parts.receipt,
  };
}
