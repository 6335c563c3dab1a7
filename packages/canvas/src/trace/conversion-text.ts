import type { ConversionRecord } from '@hopscope/contract/flow-document';
import { chains, plural, shortDecimal } from '@hopscope/domain';
import { amountWords } from './amount-text.ts';

/** Returns both amounts of a conversion: `0.5 BTC → 10 ETH`. */
export function shortConversion({ gave, got }: Pick<ConversionRecord, 'gave' | 'got'>): string {
  const amount = ({ amount: units, asset }: ConversionRecord['gave']): string =>
    `${shortDecimal(BigInt(units), asset.decimals)} ${asset.symbol}`;
  return `${amount(gave)} → ${amount(got)}`;
}

/** Bridges whose token stands for the coin of the other chain, so that what is missing is their fee. */
const sameCoin: ReadonlySet<string> = new Set(['tBTC', 'WBTC']);
const finest = 18;

/** Returns what a crossing cost in the given coin; undefined where both sides aren't the same coin, or more arrived than was given. */
function feeText({ gave, got, crossing }: ConversionRecord): string | undefined {
  if (!crossing || !sameCoin.has(crossing.protocol)) return undefined;
  const [given, received] = [gave, got].map(
    ({ amount, asset: { decimals } }) => BigInt(amount) * 10n ** BigInt(Math.max(0, finest - decimals)),
  ) as [bigint, bigint];
  if (received > given) return undefined;
  return `fee ${shortDecimal(given - received, finest)} ${gave.asset.symbol}`;
}

const delayUnits = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** Returns how much later the other side was paid, in its largest unit; undefined if a time is unknown, or the times don't differ. */
function delayText({ gave, got }: ConversionRecord): string | undefined {
  if (gave.time === null || got.time === null) return undefined;
  const seconds = got.time - gave.time;
  const unit = delayUnits.find(([size]) => seconds >= size);
  if (!unit) return undefined;
  const count = Math.floor(seconds / unit[0]);
  return `${count} ${plural(count, unit[1])} later`;
}

/**
 * Returns a conversion or crossing in words, a crossing with its protocol, proof, delay, and fee as far as they are known: `0.5 BTC
 * crossed to Ethereum as 10 ETH (Example Bridge, exact, 10 minutes later)`.
 */
export function conversionText(record: ConversionRecord): string {
  const { gave, got, crossing } = record;
  const given = amountWords(BigInt(gave.amount), gave.asset);
  const received = amountWords(BigInt(got.amount), got.asset);
  if (!crossing) return `${given} became ${received}`;
  const facts = [crossing.protocol, crossing.proof, delayText(record), feeText(record)].filter(
    (each) => each !== undefined,
  );
  return `${given} crossed to ${chains[got.asset.chain].name} as ${received} (${facts.join(', ')})`;
}
