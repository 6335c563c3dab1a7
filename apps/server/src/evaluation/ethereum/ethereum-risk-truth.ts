import {
  addressKeyOfScript,
  classifyScript,
  decodeBlock,
  fromHex,
  internalTransfers,
  type Movement,
  movementsOfBlock,
  movementsOfTransaction,
  type PaidOutput,
  toChecksumAddress,
  toDisplayHash,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import {
  demoAttributionOf,
  type DemoAttribution,
  type DemoOptions,
  type EthereumTransactionKind,
  type EntityType,
  simulateDemo,
} from '@hopscope/demo';
import type { EthereumBundle, Openings } from '../../ledger/ethereum/blocks/bundle.ts';
import type { BlockAtHeight } from '../../ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../../ledger/native-hashing.ts';
import { factsOf, readDemoBlock } from '../../sources/demo/demo-ledgers.ts';
import {
  type AddressTruth,
  isIllicit,
  isRisky,
  isService,
  newTruth,
  type RiskTruth,
  typeOfEntity,
} from '../risk-truth.ts';

/** The Ethereum side of a demo network with the ground truth for evaluating scores. */
export interface EthereumRiskTruth extends RiskTruth {
  readonly bundles: readonly EthereumBundle[];
  readonly openings: Openings;
  /** What each transaction is for, by hash in hex; those that failed are left out. */
  readonly kinds: ReadonlyMap<string, EthereumTransactionKind>;
  /** What accounts converted in transactions, by hash in hex. */
  readonly conversions: ReadonlyMap<string, readonly ConversionTruth[]>;
  /** What was given to the bridge on Bitcoin and has been paid out, by txid. */
  readonly crossed: ReadonlyMap<string, CrossedDeposit>;
  /** The Bitcoin side of the network. */
  readonly bitcoinBlocks: readonly BlockAtHeight[];
  /** Who made the deposit into the mixer that a transaction withdrew, by its hash in hex. */
  readonly mixed: ReadonlyMap<string, string>;
}

/** What an account (hex) gave and received for it; token null: ether. */
export interface ConversionTruth {
  readonly account: string;
  readonly gave: { readonly token: Uint8Array | null; readonly amount: bigint };
  readonly got: { readonly token: Uint8Array | null; readonly amount: bigint };
}

/** A deposit at the bridge, with the hash of its payout and who was paid, in hex. */
export interface CrossedDeposit {
  readonly outputs: readonly PaidOutput[];
  readonly payout: string;
  readonly account: string;
  /** Whether the depositor is an illicit actor; null: someone else with funds from one. */
  readonly isIllicit: boolean | null;
}

function paidOutputs({ outputs }: Transaction): PaidOutput[] {
  return outputs.map(({ script, value }) => ({
    type: classifyScript(script),
    key: addressKeyOfScript(script, nativeHashing),
    value,
    script,
  }));
}

/** What a person holds of one asset. */
interface Holding {
  readonly truth: AddressTruth;
  balance: bigint;
  illicit: bigint;
  risky: bigint;
  /** Of the receipt with the most illicit money. */
  largest: bigint;
  from: EntityType | undefined;
  /** Part of a unit that goes to illicit actors, or risky services, from now on, of 10⁹. Set in descending order. */
  illicitForward: bigint;
  riskyForward: bigint;
}

/** One amount that left somewhere or arrived somewhere; both for a transfer between people. */
interface Step {
  readonly giver: Holding | undefined;
  /** Balance of the giver before it. */
  readonly before: bigint;
  readonly amount: bigint;
  readonly taker: Holding | undefined;
  /** What the taker is, if that is no person. */
  readonly entity: string;
  /** False: the taker received nothing by it, but goes on with it as another asset. */
  readonly isReceipt: boolean;
}

const whole = 1_000_000_000n;

/** Simulates both sides of a demo, and computes the ground truth of every account of the Ethereum side with ether and tokens. */
export function collectEthereumRiskTruth(options: DemoOptions): EthereumRiskTruth {
  const owners = new Map<string, { key: Uint8Array; entity: string }>();
  const attributions: DemoAttribution[] = [];
  const perfect: DemoAttribution[] = [];
  const kinds = new Map<string, EthereumTransactionKind>();
  const conversions = new Map<string, ConversionTruth[]>();
  const deposits = new Map<number, { txid: string; isIllicit: boolean | null }>();
  const payouts = new Map<number, { payout: string; account: string }>();
  const bitcoinBlocks: BlockAtHeight[] = [];
  const outputs = new Map<string, PaidOutput[]>();
  const depositors = new Map<number, string>();
  const mixed = new Map<string, string>();
  const { bitcoin, ethereum } = simulateDemo({ ...options, hashing: nativeHashing }, (event) => {
    if (event.type === 'ethereum_transaction' && event.success) kinds.set(toHex(event.hash), event.kind);
    if (event.type === 'ethereum_conversion') {
      const hash = toHex(event.hash);
      const { account, gave, got } = event;
      conversions.set(hash, [...(conversions.get(hash) ?? []), { account: toHex(account), gave, got }]);
    }
    if (event.type === 'bridge' && event.direction === 'in') {
      const isClean = event.shares.length === 0 ? false : null;
      deposits.set(event.transfer, {
        txid: toDisplayHash(event.txid),
        isIllicit: isIllicit(event.entity) ? true : isClean,
      });
    }
    if (event.type === 'bridge' && event.direction === 'out') {
      payouts.set(event.transfer, { payout: toHex(event.hash), account: toHex(event.to) });
    }
    if (event.type === 'address') {
      const attribution = demoAttributionOf(event, options.seed);
      if (attribution) attributions.push({ ...attribution, key: Uint8Array.from(attribution.key) });
    }
    if (event.type === 'ethereum_mixer') {
      if (event.leg === 'deposit') depositors.set(event.note, toHex(event.account));
      else mixed.set(toHex(event.hash), depositors.get(event.note) ?? '');
    }
    if (event.type !== 'ethereum_account') return;
    const { entity } = event;
    const key = Uint8Array.from(event.address);
    owners.set(toHex(key), { key, entity });
    const attribution = demoAttributionOf(event, options.seed);
    if (attribution) attributions.push({ ...attribution, key });
    if (isService(entity)) {
      perfect.push({ blockchain: 'ethereum', key, entity, delay: 0, confidence: 95 });
    }
  });
  const bundles: EthereumBundle[] = [];
  for (let at = 0; at <= options.length; at += options.blockInterval) {
    const { bytes, height } = bitcoin.next(options.start + at);
    const wanted = new Set([...deposits.values()].map(({ txid }) => txid));
    const decoded = decodeBlock(bytes, { hashing: nativeHashing });
    bitcoinBlocks.push({ height, block: decoded });
    for (const tx of decoded.transactions) {
      const txid = toDisplayHash(tx.txid);
      if (wanted.has(txid)) outputs.set(txid, paidOutputs(tx));
    }
    const { answers } = ethereum.next(options.start + at);
    const facts = new Map(
      ethereum.tokens.map(({ account, ...token }) => {
        const { address: contract } = account;
        return [toHex(contract), factsOf({ contract, ...token })];
      }),
    );
    bundles.push(readDemoBlock(answers, facts));
  }
  const collectibles = new Set(
    ethereum.tokens.flatMap(({ account, standard }) =>
      standard === 'erc20' ? [] : [toHex(account.address)],
    ),
  );

  const holdings = new Map<string, Holding>();
  const entityOf = (account: string): string => owners.get(account)?.entity ?? 'nobody';
  function holdingOf(account: string, token: Uint8Array | null): Holding {
    const asset = token ? toHex(token) : '';
    const name = `${account} ${asset}`;
    const known = holdings.get(name);
    if (known) return known;
    const { key = fromHex(account), entity } = owners.get(account) ?? { entity: 'nobody' };
    const truth = newTruth({
      key,
      address: toChecksumAddress(`0x${account}`),
      asset: token ? toChecksumAddress(`0x${asset}`) : undefined,
      entity,
    });
    const balance = token ? 0n : (ethereum.openings.get(account) ?? 0n);
    const none = { illicit: 0n, risky: 0n, largest: 0n, illicitForward: 0n, riskyForward: 0n };
    const holding: Holding = { truth, balance, from: undefined, ...none };
    holdings.set(name, holding);
    return holding;
  }
  const isPerson = (account: string): boolean => !isService(entityOf(account));

  const steps: Step[] = [];

  interface Origin {
    readonly illicit: bigint;
    readonly risky: bigint;
    readonly hops: number;
    readonly from: EntityType | undefined;
  }
  function originOf(account: string, holding: Holding | undefined, amount: bigint): Origin {
    const entity = entityOf(account);
    if (isIllicit(entity)) return { illicit: amount, risky: 0n, hops: 1, from: typeOfEntity(entity) };
    if (!holding) return { illicit: 0n, risky: isRisky(entity) ? amount : 0n, hops: 0, from: undefined };
    const { balance, illicit, risky, from, truth } = holding;
    const part = (share: bigint): bigint => (balance === 0n ? 0n : (amount * share) / balance);
    return { illicit: part(illicit), risky: part(risky), hops: (truth.hops ?? 0) + 1, from };
  }
  function take(
    holding: Holding,
    amount: bigint,
    { illicit, risky }: Pick<Origin, 'illicit' | 'risky'>,
  ): void {
    holding.balance -= amount < holding.balance ? amount : holding.balance;
    holding.illicit -= illicit < holding.illicit ? illicit : holding.illicit;
    holding.risky -= risky < holding.risky ? risky : holding.risky;
  }
  function put(holding: Holding, amount: bigint, origin: Origin): void {
    const { truth } = holding;
    holding.balance += amount;
    holding.illicit += origin.illicit;
    holding.risky += origin.risky;
    truth.received += amount;
    truth.indirectIllicit += origin.illicit;
    truth.indirectRisky += origin.risky;
    if (origin.from && origin.illicit > 0n) {
      truth.sources.set(origin.from, (truth.sources.get(origin.from) ?? 0n) + origin.illicit);
    }
    if (origin.illicit > holding.largest) {
      holding.largest = origin.illicit;
      holding.from = origin.from;
      truth.hops = origin.hops;
    }
  }

  /** An amount that moves. `gave`: what its receiver gave for it, before; `got`: what its giver received for it. */
  function move(
    { from, to, token, amount, kind }: Movement,
    { gave, got }: { gave?: Holding; got?: Holding } = {},
  ): void {
    if (amount === 0n || (token && collectibles.has(toHex(token)))) return;
    const [giver, taker] = [from && toHex(from), kind === 'fee' ? null : to && toHex(to)];
    if (giver === taker) return;
    const giving = giver !== null && isPerson(giver) ? holdingOf(giver, token) : undefined;
    const taking = taker !== null && (isPerson(taker) || !token) ? holdingOf(taker, token) : undefined;
    const origin = gave
      ? shareOf(gave, amount)
      : giver === null
        ? { illicit: 0n, risky: 0n, hops: 0, from: undefined }
        : originOf(giver, giving, amount);
    const step: Step = {
      giver: giving,
      before: giving?.balance ?? 0n,
      amount,
      taker: got ?? (taker !== null && isPerson(taker) ? taking : undefined),
      entity: taker === null ? 'nobody' : entityOf(taker),
      isReceipt: got === undefined,
    };
    if (giving) take(giving, amount, origin);
    if (taking) put(taking, amount, origin);
    steps.push(step);
  }

  /** The share of what was given at the time, of the amount that was received. */
  function shareOf({ truth, from, ...given }: Holding, amount: bigint): Origin {
    const part = (share: bigint): bigint => (given.balance === 0n ? 0n : (amount * share) / given.balance);
    return { illicit: part(given.illicit), risky: part(given.risky), hops: truth.hops ?? 0, from };
  }

  /** Conversions: what an account received has the origin of what it gave, and what it gave goes where that goes. */
  function convert(converted: readonly ConversionTruth[], movements: readonly Movement[]): void {
    const sameAsset = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
      (a ? toHex(a) : '') === (b ? toHex(b) : '');
    const given = new Map<Movement, Holding>();
    const received = new Map<Movement, Holding>();
    for (const { account, gave, got } of converted) {
      const isOf = (side: Uint8Array | null): boolean => side !== null && toHex(side) === account;
      const paid = movements.find(
        ({ kind, from, token, amount }) =>
          kind !== 'fee' && isOf(from) && amount === gave.amount && sameAsset(token, gave.token),
      );
      const taken = movements.find(
        ({ to, token, amount }) => isOf(to) && amount === got.amount && sameAsset(token, got.token),
      );
      if (!paid || !taken || !isPerson(account)) continue;
      given.set(paid, holdingOf(account, got.token));
      received.set(taken, { ...holdingOf(account, gave.token) });
    }
    for (const movement of movements) {
      const [got, gave] = [given.get(movement), received.get(movement)];
      move(movement, { ...(got && { got }), ...(gave && { gave }) });
    }
  }

  for (const { block, receipts: of, traces } of bundles) {
    const internal = traces ? internalTransfers(traces, block.header) : [];
    for (const [i, tx] of block.transactions.entries()) {
      const receipt = of[i];
      if (!receipt) throw new Error(`No receipt of ${toHex(tx.hash)}`);
      const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
      const facts = { tx, receipt, header: block.header, failed: receipt.success === false, internal: own };
      const movements = movementsOfTransaction({ ...facts, isFake: () => false });
      convert(conversions.get(toHex(tx.hash)) ?? [], movements);
    }
    const { header, withdrawals } = block;
    for (const movement of movementsOfBlock({ header, rewards: [], tips: 0n, withdrawals })) move(movement);
  }
  for (const step of steps.toReversed()) {
    const { giver, before, amount, taker, entity, isReceipt } = step;
    if (taker && isReceipt) {
      taker.truth.illicitForward += (amount * taker.illicitForward) / whole;
      taker.truth.riskyForward += (amount * taker.riskyForward) / whole;
    }
    if (!giver || before === 0n) continue;
    const part = amount < before ? amount : before;
    const to = {
      illicit: taker ? taker.illicitForward : isIllicit(entity) ? whole : 0n,
      risky: taker ? taker.riskyForward : isRisky(entity) ? whole : 0n,
    };
    giver.illicitForward = (part * to.illicit + (before - part) * giver.illicitForward) / before;
    giver.riskyForward = (part * to.risky + (before - part) * giver.riskyForward) / before;
  }
  return {
    bundles,
    openings: { balances: ethereum.openings, complete: true },
    kinds,
    conversions,
    crossed: new Map(
      [...payouts].flatMap(([transfer, paidOut]) => {
        const deposit = deposits.get(transfer);
        const paid = outputs.get(deposit?.txid ?? '');
        return deposit && paid
          ? [[deposit.txid, { outputs: paid, ...paidOut, isIllicit: deposit.isIllicit }] as const]
          : [];
      }),
    ),
    bitcoinBlocks,
    mixed,
    transactions: bundles.reduce((sum, { block }) => sum + block.transactions.length, 0),
    addresses: new Map([...holdings].map(([name, { truth }]) => [name, truth])),
    attributions,
    perfect,
    peels: new Set(),
    structured: new Set(),
    poisonings: new Set(),
  };
}
