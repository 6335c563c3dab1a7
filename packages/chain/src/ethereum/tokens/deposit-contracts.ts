import { equalBytes, toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog, InternalTransfer } from '../model.ts';

/** A contract that passed on what it was paid, in one transaction. */
export interface DepositContract {
  /** The contract. */
  readonly account: Uint8Array;
  /** Whom it passed everything on to. */
  readonly other: Uint8Array;
  /** Its first event. */
  readonly logIndex: number;
}

/*
 * Contracts that pass on the ether that they are paid, such as those that services assign to customers for deposits, emit this
 * event with the amount. Read in github.com/BitGo/eth-multisig-v2, contracts/Forwarder.sol (commit a76cc110), and
 * github.com/BitGo/eth-multisig-v4, contracts/Forwarder.sol (7f2640bf) and ForwarderV4.sol (2a744095). Their parent is fixed when
 * they are created.
 */
const topic = toHex(keccak256(new TextEncoder().encode('ForwarderDeposited(address,uint256,bytes)')));
const topicHead = Number.parseInt(topic.slice(0, 8), 16);

const wordOf = (data: Uint8Array, place: number): Uint8Array => data.subarray(32 * place, 32 * (place + 1));
const numberOf = (word: Uint8Array): bigint => BigInt(`0x${toHex(word)}`);

/** Returns the amount of wei that an event says was passed on; undefined for other logs, and in another form. */
function amountOf({ topics, data }: EthereumLog): bigint | undefined {
  const [event, ...more] = topics;
  if (!event || more.length > 0 || data.length < 128) return undefined;
  if (new DataView(event.buffer, event.byteOffset, 4).getUint32(0) !== topicHead) return undefined;
  if (
    toHex(event) !== topic ||
    wordOf(data, 0)
      .subarray(0, 12)
      .some((byte) => byte !== 0)
  )
    return undefined;
  // Old compilers don't fill up the bytes at the end to a whole word.
  const length = numberOf(wordOf(data, 3));
  const rest = BigInt(data.length - 128);
  const isWhole = rest === length || rest === 32n * ((length + 31n) / 32n);
  return isWhole && numberOf(wordOf(data, 2)) === 96n ? numberOf(wordOf(data, 1)) : undefined;
}

const isSameList = (one: readonly bigint[], other: readonly bigint[]): boolean =>
  one.length === other.length && one.every((value, i) => value === other[i]);
const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

/**
 * Returns the contracts that passed on what their own events say, by the logs of a transaction and its internal transfers (null:
 * not known, so nothing is proven). All ether that such a contract sent in the transaction went to one other account, and the
 * amounts are those of its events, each as often. A contract that emits the event and keeps the ether, or divides it, states
 * nothing. Never throws.
 */
export function depositContractsOf(
  logs: readonly EthereumLog[],
  internal: readonly InternalTransfer[] | null,
): DepositContract[] {
  if (!internal || internal.length === 0) return [];
  const events = logs.flatMap((log) => {
    const amount = amountOf(log);
    return amount === undefined || amount === 0n ? [] : [{ log, amount }];
  });
  return [...Map.groupBy(events, ({ log }) => toHex(log.address)).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const account = first.log.address;
    const sent = internal.filter(({ from, value }) => value > 0n && equalBytes(from, account));
    const other = sent[0]?.to;
    if (!other || equalBytes(other, account)) return [];
    if (sent.some(({ kind, to }) => kind !== 'call' || !to || !equalBytes(to, other))) return [];
    const said = own.map(({ amount }) => amount).toSorted(ascending);
    const moved = sent.map(({ value }) => value).toSorted(ascending);
    return isSameList(said, moved) ? [{ account, other, logIndex: first.log.index }] : [];
  });
}
