import {
  addressKeyOfScript,
  classifyScript,
  conversionsOf,
  type ConvertedSide,
  type Crossing,
  crossingsOf,
  encodeAddress,
  type Hashing,
  type Movement,
  type PaidOutput,
  proofOfCrossing,
  toChecksumAddress,
  toHex,
} from '@hopscope/chain';
import type { Asset, ConversionRecord } from '@hopscope/contract/flow-document';
import { chains } from '@hopscope/domain';
import type { ProvenBitcoin } from './check-bitcoin.ts';
import type { ProvenEthereum } from './check-ethereum.ts';
import type { Checking } from './checking.ts';
import { ethereumMovements, type ProvenMovements } from './transfers.ts';

const mainnet = 1n;
const textOf = (address: Uint8Array): string => toChecksumAddress(`0x${toHex(address)}`);

/** Returns a transaction as bundles name it: 64 hex digits; null if it isn't one of the chain. */
function idOf({ transaction, asset }: ConversionRecord['gave']): string | null {
  const { prefix } = chains[asset.chain];
  const [, start = '', id] = /^(0x)?([0-9a-f]{64})$/.exec(transaction) ?? [];
  return id !== undefined && start === prefix ? id : null;
}

/** Returns the transactions of conversions on a chain, each once. */
export function transactionsOf(conversions: readonly ConversionRecord[], chain: Asset['chain']): string[] {
  const sides = conversions
    .flatMap(({ gave, got }) => [gave, got])
    .filter(({ asset }) => asset.chain === chain);
  return [...new Set(sides.flatMap((side) => idOf(side) ?? []))];
}

/** Returns the movements that a signed transaction and its receipt prove: without the ether that contracts moved. */
function movementsOf({ signed, ether, tokens }: ProvenMovements): Movement[] {
  const plain = { failed: false, path: null, logIndex: null, spam: null } as const;
  const coins: Movement[] = ether
    ? [
        {
          ...plain,
          kind: 'transfer',
          from: signed.from,
          to: signed.to,
          token: null,
          standard: null,
          tokenId: null,
          amount: ether.amount,
          attempted: ether.amount,
        },
      ]
    : [];
  return [
    ...coins,
    ...tokens.map(
      ({ change: { from, to, token, standard, tokenId, amount } }): Movement => ({
        ...plain,
        kind: 'token',
        from: from.some((byte) => byte !== 0) ? from : null,
        to: to.some((byte) => byte !== 0) ? to : null,
        token,
        standard,
        tokenId,
        amount,
        attempted: amount,
      }),
    ),
  ];
}

const contractOf = (asset: Asset): string | null => asset.contract?.toLowerCase() ?? null;

function hasPart(
  sides: readonly ConvertedSide[],
  id: string,
  { asset, amount }: ConversionRecord['gave'],
): boolean {
  return sides.some(
    ({ account, parts }) =>
      `${asset.chain}:${textOf(account)}` === id &&
      parts.some(
        (part) =>
          String(part.amount) === amount &&
          (part.token ? `0x${toHex(part.token)}` : null) === contractOf(asset),
      ),
  );
}

/** Tests whether what a transaction and its receipt prove contains a conversion within the transaction. */
function isProven({ from, to, gave, got, basis }: ConversionRecord, movements: ProvenMovements): boolean {
  const { signed, logs } = movements;
  const facts = { signer: signed.from, called: signed.to, movements: movementsOf(movements), logs };
  return conversionsOf(facts).some(
    (each) => each.basis === basis && hasPart(each.gave, from, gave) && hasPart(each.received, to, got),
  );
}

/** As `isProven`, of the bytes in a bundle. */
export function isProvenConversion(
  record: ConversionRecord,
  { raw, receipt }: { readonly raw: Uint8Array; readonly receipt: Uint8Array },
): boolean {
  return isProven(record, ethereumMovements(raw, receipt));
}

function outputsOf({ tx }: ProvenBitcoin, hashing: Hashing): PaidOutput[] {
  return tx.outputs.map(({ script, value }) => ({
    type: classifyScript(script),
    key: addressKeyOfScript(script, hashing),
    value,
    script,
  }));
}

/** Returns what is wrong with the Bitcoin side of a crossing; undefined if it is the output that the record states. */
function wrongDeposit(
  side: ConversionRecord['gave'],
  node: string,
  { paid, deposit }: { paid: PaidOutput | undefined; deposit: ProvenBitcoin },
): string | undefined {
  const address = paid?.key && encodeAddress(paid.key, deposit.network);
  if (!paid || `bitcoin:${address ?? ''}` !== node) return 'the bridge did not receive that output';
  if (String(paid.value) !== side.amount) return `its output is ${paid.value}, not ${side.amount}`;
  const { height, header } = deposit.block ?? {};
  return deposit.block && (side.height !== height || side.time !== header?.time)
    ? 'the block or time of its deposit differs'
    : undefined;
}

function wrongPayout(
  side: ConversionRecord['gave'],
  node: string,
  { crossing, header }: { crossing: Crossing; header: ProvenEthereum['header'] },
): string | undefined {
  const { recipient, amount, asset } = crossing;
  if (recipient === null || `ethereum:${textOf(recipient)}` !== node)
    return 'its payout has another recipient';
  if (String(amount) !== side.amount) return `its payout is ${String(amount)}, not ${side.amount}`;
  const contract = asset instanceof Uint8Array ? `0x${toHex(asset)}` : null;
  if (contract !== contractOf(side.asset)) return 'its payout is of another asset';
  return side.height !== header.number || side.time !== header.time
    ? 'the block or time of its payout differs'
    : undefined;
}

/** Returns what is wrong with a crossing; undefined if both sides state and prove it. */
function wrongCrossing(
  { from, to, gave, got, crossing: stated }: ConversionRecord,
  {
    deposit,
    payout,
    txid,
    hashing,
  }: { deposit: ProvenBitcoin; payout: ProvenEthereum; txid: string; hashing: Hashing },
): string | undefined {
  if (!stated) return undefined;
  const { signed, logs } = payout.movements;
  const outputs = outputsOf(deposit, hashing);
  const tx = { to: signed.to, signer: () => signed.publicKey };
  const reasons = crossingsOf(logs, signed.chainId ?? mainnet).flatMap((crossing) => {
    const { direction, transaction, protocol } = crossing;
    if (direction !== 'in' || transaction !== txid || protocol !== stated.protocol) return [];
    const proven = proofOfCrossing(crossing, tx, outputs, hashing);
    if (proven?.proof !== stated.proof || proven.output !== stated.output) return ['its proof differs'];
    const paid = outputs[proven.output];
    const wrong =
      wrongDeposit(gave, from, { paid, deposit }) ??
      wrongPayout(got, to, { crossing, header: payout.header });
    return [wrong];
  });
  if (reasons.length === 0) return 'the contract of its bridge does not name its deposit';
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Conversions within transactions, and crossings with both of their sides. */
export function checkConversions(
  checking: Checking,
  conversions: readonly ConversionRecord[],
  {
    bitcoin,
    ethereum,
  }: { bitcoin: ReadonlyMap<string, ProvenBitcoin>; ethereum: ReadonlyMap<string, ProvenEthereum> },
): void {
  let backed = 0;
  for (const one of conversions) {
    const [given, received] = [idOf(one.gave), idOf(one.got)];
    const [[txid], [hash]] = [transactionsOf([one], 'bitcoin'), transactionsOf([one], 'ethereum')];
    const wrong = (what: string): void => checking.wrong(`Conversion ${one.id}: ${what}.`);
    if (hash === undefined || received !== hash || given !== (one.crossing ? txid : hash)) {
      wrong('its transactions are not those of such a conversion');
      continue;
    }
    // Transactions that are missing, or not proven, are reported where they are read.
    const [deposit, payout] = [bitcoin.get(txid ?? ''), ethereum.get(hash)];
    if (!payout) continue;
    if (one.crossing) {
      if (!deposit || txid === undefined) continue;
      const reason = wrongCrossing(one, { deposit, payout, txid, hashing: checking.hashing });
      if (reason === undefined) backed += 1;
      else wrong(reason);
      continue;
    }
    const { number, time } = payout.header;
    const isThere = [one.gave, one.got].every((side) => side.height === number && side.time === time);
    if (!isThere) wrong('its block or time differs');
    else if (isProven(one, payout.movements)) backed += 1;
    else {
      const text = `Conversion ${one.id} depends on what contracts moved, so it cannot be proven from a block.`;
      checking.lacks('conversion', one.id, text);
    }
  }
  if (conversions.length > 0)
    checking.confirm(`${backed} of ${conversions.length} conversions match their transactions.`);
}
