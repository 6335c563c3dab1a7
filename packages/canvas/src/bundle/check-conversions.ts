import {
  addressKeyOfScript,
  bitcoinSide,
  classifyScript,
  conversionsOf,
  type ConvertedSide,
  type Crossing,
  crossingsOf,
  earlyPayout,
  encodeAddress,
  givenMovements,
  type Hashing,
  isAnnounced,
  type Movement,
  paidMovement,
  type PaidOutput,
  proofOfBitcoinPayout,
  proofOfCrossing,
  signersOf,
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

/** Both transactions of a crossing, with their names. */
interface BothProven {
  readonly bitcoin: ProvenBitcoin;
  readonly ethereum: ProvenEthereum;
  readonly txid: string;
  readonly hash: string;
  readonly hashing: Hashing;
}

/** Returns what is wrong with the Bitcoin side of a crossing; undefined if it is the output that the record states. */
function wrongBitcoin(
  side: ConversionRecord['gave'],
  node: string,
  { paid, tx, is }: { paid: PaidOutput | undefined; tx: ProvenBitcoin; is: 'deposit' | 'payout' },
): string | undefined {
  const address = paid?.key && encodeAddress(paid.key, tx.network);
  const receiver = is === 'deposit' ? 'the bridge' : 'its recipient';
  if (!paid || `bitcoin:${address ?? ''}` !== node) return `${receiver} did not receive that output`;
  if (String(paid.value) !== side.amount) return `its output is ${paid.value}, not ${side.amount}`;
  const { height, header } = tx.block ?? {};
  return tx.block && (side.height !== height || side.time !== header?.time)
    ? `the block or time of its ${is} differs`
    : undefined;
}

/** As `wrongBitcoin`, of the Ethereum side; `accounts`: those that can have received there. */
function wrongEthereum(
  side: ConversionRecord['gave'],
  node: string,
  about: {
    crossing: Crossing;
    /** What was moved for it; undefined if it isn't known. */
    amount: bigint | null | undefined;
    accounts: readonly (Uint8Array | null)[];
    header: ProvenEthereum['header'];
    is: 'deposit' | 'payout';
  },
): string | undefined {
  const { crossing, amount, accounts, header, is } = about;
  const { asset } = crossing;
  if (!accounts.some((each) => each && `ethereum:${textOf(each)}` === node))
    return `its ${is} has another recipient`;
  if (typeof amount !== 'bigint') return `its ${is} is not one movement`;
  if (String(amount) !== side.amount) return `its ${is} is ${String(amount)}, not ${side.amount}`;
  const contract = asset instanceof Uint8Array ? `0x${toHex(asset)}` : null;
  if (contract !== contractOf(side.asset)) return `its ${is} is of another asset`;
  return side.height !== header.number || side.time !== header.time
    ? `the block or time of its ${is} differs`
    : undefined;
}

const wrongProof = 'its proof differs';

/** Returns reasons against each crossing from Bitcoin that can be meant; undefined for one that fits. */
function reasonsFromBitcoin(
  { from, to, gave, got }: ConversionRecord,
  stated: NonNullable<ConversionRecord['crossing']>,
  { bitcoin, ethereum, txid, hashing }: BothProven,
): (string | undefined)[] {
  const { signed, logs } = ethereum.movements;
  const outputs = outputsOf(bitcoin, hashing);
  const named = bitcoinSide(bitcoin.tx.txid, outputs);
  const moved = movementsOf(ethereum.movements);
  const tx = { to: signed.to, signer: () => signed.publicKey };
  return crossingsOf(logs, signed.chainId ?? mainnet).flatMap((crossing) => {
    const { direction, protocol, recipient } = crossing;
    if (direction !== 'in' || isAnnounced(crossing) || protocol !== stated.protocol) return [];
    const proven = proofOfCrossing(crossing, tx, named, hashing);
    const isFor = crossing.transaction === null ? proven !== undefined : crossing.transaction === txid;
    if (!isFor) return [];
    if (proven?.proof !== stated.proof || proven.output !== stated.output) return [wrongProof];
    const { header } = ethereum;
    const amount = crossing.amount ?? moved[paidMovement(moved, crossing) ?? -1]?.amount;
    return [
      wrongBitcoin(gave, from, { paid: outputs[proven.output], tx: bitcoin, is: 'deposit' }) ??
        wrongEthereum(got, to, { crossing, amount, accounts: [recipient], header, is: 'payout' }),
    ];
  });
}

/** As `reasonsFromBitcoin`, of crossings to Bitcoin. */
function reasonsToBitcoin(
  { from, to, gave, got }: ConversionRecord,
  stated: NonNullable<ConversionRecord['crossing']>,
  { bitcoin, ethereum, hash, hashing }: BothProven,
): (string | undefined)[] {
  const { signed, logs } = ethereum.movements;
  const outputs = outputsOf(bitcoin, hashing);
  const spent = bitcoin.spent.map(
    (script) => script && { type: classifyScript(script), key: addressKeyOfScript(script, hashing) },
  );
  const signers = signersOf(
    bitcoin.tx.inputs.map(({ witness, script }, i) => ({ witness, script, spent: spent[i] })),
    hashing,
  );
  const moved = movementsOf(ethereum.movements);
  return crossingsOf(logs, signed.chainId ?? mainnet).flatMap((crossing) => {
    const { protocol, recipient, contract, amount, redemption } = crossing;
    const proven = proofOfBitcoinPayout({ crossing, hash }, { outputs, spent, signers });
    if (!proven || protocol !== stated.protocol) return [];
    if (proven.proof !== stated.proof || proven.output !== stated.output) return [wrongProof];
    const { header } = ethereum;
    const isOlder = got.time !== null && gave.time !== null && got.time + earlyPayout < gave.time;
    if (isOlder) return ['its payout is older than its deposit'];
    // Ether that contracts moved isn't proven; destroyed tokens are, with who gave them.
    const destroyed = givenMovements(moved, crossing).map((number) => moved[number]?.from ?? null);
    const accounts = redemption === null ? [contract, recipient] : destroyed;
    return [
      wrongEthereum(gave, from, { crossing, amount, accounts, header, is: 'deposit' }) ??
        wrongBitcoin(got, to, { paid: outputs[proven.output], tx: bitcoin, is: 'payout' }),
    ];
  });
}

const reasonsFrom = { bitcoin: reasonsFromBitcoin, ethereum: reasonsToBitcoin } as const;

/** Returns what is wrong with a crossing; undefined if both sides state and prove it. */
function wrongCrossing(record: ConversionRecord, both: BothProven): string | undefined {
  const { crossing: stated, gave } = record;
  if (!stated) return undefined;
  const reasons = reasonsFrom[gave.asset.chain](record, stated, both);
  if (reasons.length === 0) return 'its payout does not name its deposit';
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
    const ends = one.crossing ? [txid, hash] : [hash, hash];
    const isSuch = ends.includes(given ?? undefined) && ends.includes(received ?? undefined);
    if (hash === undefined || !isSuch || (one.crossing && given === received)) {
      wrong('its transactions are not those of such a conversion');
      continue;
    }
    // Transactions that are missing, or not proven, are reported where they are read.
    const [onBitcoin, onEthereum] = [bitcoin.get(txid ?? ''), ethereum.get(hash)];
    if (!onEthereum) continue;
    if (one.crossing) {
      if (!onBitcoin || txid === undefined) continue;
      const both = { bitcoin: onBitcoin, ethereum: onEthereum, txid, hash, hashing: checking.hashing };
      const reason = wrongCrossing(one, both);
      if (reason === undefined) backed += 1;
      else wrong(reason);
      continue;
    }
    const { number, time } = onEthereum.header;
    const isThere = [one.gave, one.got].every((side) => side.height === number && side.time === time);
    if (!isThere) wrong('its block or time differs');
    else if (isProven(one, onEthereum.movements)) backed += 1;
    else {
      const text = `Conversion ${one.id} depends on what contracts moved, so it cannot be proven from a block.`;
      checking.lacks('conversion', one.id, text);
    }
  }
  if (conversions.length > 0)
    checking.confirm(`${backed} of ${conversions.length} conversions match their transactions.`);
}
