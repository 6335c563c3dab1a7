import type {
  EthereumTransactionView,
  TransactionView,
  UnconfirmedTransactionView,
} from '@hopscope/contract';

/** Payment of a Bitcoin transaction in one sentence; amounts in satoshis. */
export type BitcoinStory =
  | { kind: 'coinbase'; to: string | null; amount: number }
  | { kind: 'coinjoin'; inputs: number; amount: number | null }
  /** Everything went back to the only sender. */
  | { kind: 'own'; from: string; inputs: number; outputs: number; amount: number }
  | {
      kind: 'payment';
      /** The only sender; null: several, or unknown. */
      from: string | null;
      senders: number;
      /** Largest recipient; null: none with an address. */
      to: string | null;
      recipients: number;
      amount: number;
      /** Sum that went back to senders, or that is probably change. */
      back: number;
    };

/** Returns the story of a Bitcoin transaction; `change`: indexes of outputs that are probably change. */
export function bitcoinStory(
  tx: TransactionView | UnconfirmedTransactionView,
  change: ReadonlySet<number>,
): BitcoinStory {
  const [first] = tx.outputs.filter(({ addr }) => addr !== null).toSorted((a, b) => b.amt - a.amt);
  if (tx.coinbase) return { kind: 'coinbase', to: first?.addr ?? null, amount: tx.output_amt };
  if (tx.is_coinjoin) return { kind: 'coinjoin', inputs: tx.input_count, amount: tx.input_amt };
  const senders = new Set(tx.inputs.flatMap(({ addr }) => addr ?? []));
  const known = tx.inputs.every(({ addr }) => addr !== null);
  const [from = null] = senders;
  const isBack = ({ addr }: { addr: string | null }, index: number): boolean =>
    (addr !== null && senders.has(addr)) || change.has(index);
  const paid = tx.outputs.filter((output, index) => !isBack(output, index));
  const back = tx.outputs.reduce((sum, output, index) => (isBack(output, index) ? sum + output.amt : sum), 0);
  if (from !== null && known && senders.size === 1 && tx.outputs.every(({ addr }) => addr === from)) {
    return { kind: 'own', from, inputs: tx.input_count, outputs: tx.output_count, amount: tx.output_amt };
  }
  const recipients = new Map<string, number>();
  for (const { addr, amt } of paid)
    if (addr !== null) recipients.set(addr, (recipients.get(addr) ?? 0) + amt);
  const [largest] = [...recipients].toSorted(([, a], [, b]) => b - a);
  return {
    kind: 'payment',
    from: known && senders.size === 1 ? from : null,
    senders: senders.size,
    to: largest?.[0] ?? null,
    recipients: recipients.size,
    amount: paid.reduce((sum, { amt }) => sum + amt, 0),
    back,
  };
}

/** What an Ethereum transaction did, in one sentence. */
export type EthereumStory =
  | { kind: 'failed'; from: string; to: string | null }
  | { kind: 'created'; from: string; contract: string }
  /** An amount went to another chain, or came from one; by number in `crossings`. */
  | { kind: 'crossed'; from: string; index: number; more: number }
  /** One account gave an asset for another one, by number in `conversions`. */
  | { kind: 'converted'; from: string; to: string; index: number; more: number }
  | { kind: 'paid'; from: string; to: string; wei: string }
  | { kind: 'token'; from: string | null; to: string | null; index: number; more: number }
  /** A contract that was called paid ether to others. */
  | { kind: 'payout'; caller: string; contract: string; to: string; wei: string; recipients: number }
  | { kind: 'called'; from: string; contract: string; method: string | null };

/** Returns the story of an Ethereum transaction: its value, or else what its contracts moved. */
export function ethereumStory(tx: EthereumTransactionView): EthereumStory {
  const { from, to, status, value, internal, tokens, contract_created: created } = tx;
  if (status === 'failed') return { kind: 'failed', from, to };
  if (to === null) return { kind: 'created', from, contract: created ?? from };
  if (tx.crossings.length > 0) return { kind: 'crossed', from, index: 0, more: tx.crossings.length - 1 };
  for (const [index, { gave, received, basis }] of tx.conversions.entries()) {
    const [giver] = gave;
    if (basis !== 'exact' || gave.length > 1 || !giver) continue;
    const taker = received.find(({ address }) => address === giver.address) ?? received[0];
    if (!taker || (taker.address !== giver.address && received.length > 1)) continue;
    const more = tx.conversions.length - 1;
    return { kind: 'converted', from: giver.address, to: taker.address, index, more };
  }
  if (BigInt(value) > 0n) return { kind: 'paid', from, to, wei: value };
  const payouts = (internal ?? []).filter((transfer) => transfer.to !== null && transfer.to !== to);
  const [payout] = payouts.toSorted((a, b) => (BigInt(b.amt) > BigInt(a.amt) ? 1 : -1));
  if (payout?.to) {
    const recipients = new Set(payouts.map((each) => each.to)).size;
    return {
      kind: 'payout',
      caller: from,
      contract: payout.from,
      to: payout.to,
      wei: payout.amt,
      recipients,
    };
  }
  const genuine = tokens.flatMap((token, index) => (token.spam === null ? [{ ...token, index }] : []));
  const [token] = genuine;
  if (token)
    return { kind: 'token', from: token.from, to: token.to, index: token.index, more: genuine.length - 1 };
  return { kind: 'called', from, contract: to, method: tx.method?.name ?? null };
}
