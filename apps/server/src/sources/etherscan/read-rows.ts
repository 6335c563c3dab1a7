import {
  cleanTokenText,
  equalBytes,
  fromHex,
  isFakeToken,
  type Spam,
  TOKEN_NAME_LENGTH,
  TOKEN_SYMBOL_LENGTH,
  toHex,
} from '@hopscope/chain';
import { z } from 'zod';
import type { TokenFacts } from '../../ledger/ethereum/blocks/bundle.ts';
import type { RemoteList, RemoteMovement } from '../../ledger/ethereum/remote/by-address.ts';
import { SourceError } from '../shared/source-error.ts';

const number = z.string().regex(/^\d{1,78}$/);
const optionalNumber = number.nullish().or(z.literal(''));
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const optionalAddress = address.nullish().or(z.literal(''));
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const place = { blockNumber: number, timeStamp: number };
const inBlock = { ...place, hash, transactionIndex: optionalNumber };

const normalRow = z.object({
  ...inBlock,
  from: address,
  to: optionalAddress,
  contractAddress: optionalAddress,
  value: number,
  gasUsed: number,
  gasPrice: number,
  isError: z.string(),
  input: z.string(),
});
const internalRow = z.object({
  ...place,
  hash: hash.optional(),
  transactionHash: hash.optional(),
  from: address,
  to: optionalAddress,
  contractAddress: optionalAddress,
  value: number,
  type: z.string(),
  callType: z.string().nullish(),
  isError: z.string(),
  traceId: z.string().nullish(),
  index: optionalNumber,
});
const tokenRow = z.object({
  ...inBlock,
  from: address,
  to: address,
  contractAddress: address,
  tokenName: z.string().nullish(),
  tokenSymbol: z.string().nullish(),
  tokenDecimal: z.string().nullish(),
  logIndex: optionalNumber,
  value: optionalNumber,
  tokenID: optionalNumber,
  tokenValue: optionalNumber,
});

/** A parsed row of a list. */
export interface ReadRow {
  /** Empty for a row that moved nothing. */
  movements: RemoteMovement[];
  height: number;
  hash: Uint8Array;
  /** Addresses whose lists may contain it. */
  parties: Uint8Array[];
  /** Distinguishes the row from any other of its list; undefined if the service doesn't provide that. */
  identity: string | undefined;
  /** Whether a contract destroyed itself in its own favor: the outcome of its ether depends on where it was created. */
  destroyedToItself: boolean;
  /** The token that it describes. */
  token: (TokenFacts & { fake: boolean }) | undefined;
  /** The contract that it created. */
  made: Uint8Array | undefined;
}

const plain = {
  token: null,
  tokenId: null,
  attempted: null,
  logIndex: null,
  path: null,
  selector: null,
  creates: false,
  spam: null,
} as const;

function refuse(what: string): SourceError {
  return new SourceError('contradictory', `The service reports ${what}`);
}

const bytesOf = (text: string): Uint8Array => fromHex(text.slice(2).toLowerCase());
const optionalBytes = (text: string | null | undefined): Uint8Array | null => (text ? bytesOf(text) : null);

type OptionalText = string | null | undefined;

function partiesOf(reported: {
  from: string;
  to?: OptionalText;
  contractAddress?: OptionalText;
}): Uint8Array[] {
  return [reported.from, reported.to, reported.contractAddress].flatMap((text) =>
    text ? [bytesOf(text)] : [],
  );
}

function heightOf(text: string): number {
  const height = Number(text);
  if (!Number.isSafeInteger(height) || height > 2 ** 31 - 1) throw refuse('an impossible block');
  return height;
}

function smallOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const value = Number(text);
  if (value > 2 ** 31 - 1) throw refuse('an impossible index in a block');
  return value;
}

function timeOf(text: string): number {
  const time = Number(text);
  if (!Number.isSafeInteger(time)) throw refuse('an impossible time');
  return time;
}

function parse<T>(schema: z.ZodType<T>, row: unknown): T {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new SourceError('contradictory', `The service returned a list row in an unknown format (${field})`);
}

function worthless(row: { value: bigint; input: string; from: Uint8Array; to: Uint8Array | null }): boolean {
  const empty = row.input === '' || row.input === '0x';
  return row.value === 0n && empty && row.to !== null && !equalBytes(row.to, row.from);
}

/** Parses a transaction: the fee of its sender, and the transferred amount. */
function readNormal(row: unknown): ReadRow {
  const reported = parse(normalRow, row);
  const height = heightOf(reported.blockNumber);
  const from = bytesOf(reported.from);
  const failed = reported.isError !== '0';
  const to = optionalBytes(reported.to);
  const made = to || failed ? null : optionalBytes(reported.contractAddress);
  const value = BigInt(reported.value);
  const base = {
    ...plain,
    list: 'normal',
    height,
    time: timeOf(reported.timeStamp),
    hash: bytesOf(reported.hash),
    txIndex: smallOf(reported.transactionIndex),
    selector: to && /^0x[0-9a-f]{8}/i.test(reported.input) ? bytesOf(reported.input.slice(0, 10)) : null,
  } as const;
  const fee = BigInt(reported.gasUsed) * BigInt(reported.gasPrice);
  const movements: RemoteMovement[] = [
    { ...base, kind: 'fee', from, to: null, amount: fee },
    {
      ...base,
      kind: 'transfer',
      from,
      to: to ?? made,
      amount: failed ? 0n : value,
      attempted: failed ? value : null,
      creates: made !== null,
      spam: worthless({ value, input: reported.input, from, to }) ? 'zero_value' : null,
    },
  ];
  return {
    movements,
    height,
    hash: base.hash,
    parties: partiesOf(reported),
    identity: reported.hash,
    destroyedToItself: false,
    token: undefined,
    made: made ?? undefined,
  };
}

/** Parses a transfer of ether by a contract within a transaction. */
function readInternal(row: unknown): ReadRow {
  const reported = parse(internalRow, row);
  const name = reported.hash ?? reported.transactionHash;
  if (!name) throw refuse('a movement without a transaction');
  const height = heightOf(reported.blockNumber);
  const from = bytesOf(reported.from);
  const creates = reported.type.startsWith('create');
  const destroys = reported.type === 'suicide' || reported.type === 'selfdestruct';
  const to = creates ? optionalBytes(reported.contractAddress) : optionalBytes(reported.to);
  const foreignCode = /delegatecall|callcode|staticcall/.test(`${reported.type} ${reported.callType ?? ''}`);
  // Blockscout counts the transaction itself as number 0.
  const itself = reported.index === '0' && !reported.traceId;
  const none = reported.isError !== '0' || foreignCode || itself;
  const path = reported.traceId && /^\d{1,9}(_\d{1,9})*$/.test(reported.traceId) ? reported.traceId : null;
  const order = reported.traceId ?? reported.index;
  const movement: RemoteMovement = {
    ...plain,
    list: 'internal',
    height,
    time: timeOf(reported.timeStamp),
    hash: bytesOf(name),
    txIndex: undefined,
    kind: 'internal',
    from,
    to,
    amount: BigInt(reported.value),
    path,
    creates,
  };
  return {
    movements: none || movement.amount === 0n ? [] : [movement],
    height,
    hash: movement.hash,
    parties: partiesOf(reported),
    identity: order ? `${name} ${order}` : undefined,
    destroyedToItself: destroys && to !== null && equalBytes(from, to),
    token: undefined,
    made: creates && reported.isError === '0' && to ? to : undefined,
  };
}

type TokenList = Exclude<RemoteList, 'normal' | 'internal'>;

function factsOf(reported: z.infer<typeof tokenRow>, standard: TokenList, chainId: bigint): ReadRow['token'] {
  const contract = bytesOf(reported.contractAddress);
  const name = cleanTokenText(reported.tokenName ?? '', TOKEN_NAME_LENGTH);
  const symbol = cleanTokenText(reported.tokenSymbol ?? '', TOKEN_SYMBOL_LENGTH);
  const decimals = /^\d{1,3}$/.test(reported.tokenDecimal ?? '') ? Number(reported.tokenDecimal) : null;
  return {
    contract,
    standard,
    name,
    symbol,
    decimals: standard === 'erc20' && decimals !== null && decimals <= 255 ? decimals : null,
    fake: isFakeToken(contract, { name, symbol }, chainId),
  };
}

const zero = '00'.repeat(20);
const unlessZero = (side: Uint8Array): Uint8Array | null => (toHex(side) === zero ? null : side);

function spamOf(amount: bigint, list: TokenList, fake: boolean): Spam | null {
  if (amount === 0n && list === 'erc20') return 'zero_value';
  return fake ? 'fake_token' : null;
}

/** Parses a movement of a token, as a log of its contract claims it. */
function readToken(row: unknown, list: TokenList, chainId: bigint): ReadRow {
  const reported = parse(tokenRow, row);
  const height = heightOf(reported.blockNumber);
  const logIndex = smallOf(reported.logIndex) ?? null;
  // Older services include other standards in the ERC-20 list; those are also in their own lists.
  const foreign = list === 'erc20' && !!reported.tokenID;
  const amountText =
    list === 'erc721' ? '1' : list === 'erc20' ? reported.value : (reported.tokenValue ?? reported.value);
  if (!foreign && (!amountText || (list !== 'erc20' && !reported.tokenID)))
    throw refuse('a token without amount');
  const amount = BigInt(amountText === '' ? 0 : (amountText ?? 0));
  const token = foreign ? undefined : factsOf(reported, list, chainId);
  const movement: RemoteMovement = {
    ...plain,
    list,
    height,
    time: timeOf(reported.timeStamp),
    hash: bytesOf(reported.hash),
    txIndex: smallOf(reported.transactionIndex),
    kind: 'token',
    from: unlessZero(bytesOf(reported.from)),
    to: unlessZero(bytesOf(reported.to)),
    token: bytesOf(reported.contractAddress),
    tokenId: list === 'erc20' ? null : BigInt(reported.tokenID ?? 0),
    amount,
    logIndex,
    spam: spamOf(amount, list, token?.fake ?? false),
  };
  // One log of ERC-1155 moves several tokens, so its index alone doesn't identify a row.
  const single = list !== 'erc1155' && logIndex !== null;
  return {
    movements: foreign ? [] : [movement],
    height,
    hash: movement.hash,
    parties: partiesOf(reported),
    identity: single ? `${reported.blockNumber} ${logIndex}` : undefined,
    destroyedToItself: false,
    token,
    made: undefined,
  };
}

/** Parses a row of a list. Throws SourceError if its format is unknown or it is contradictory. */
export function readRow(list: RemoteList, row: unknown, chainId: bigint): ReadRow {
  if (list === 'normal') return readNormal(row);
  return list === 'internal' ? readInternal(row) : readToken(row, list, chainId);
}
