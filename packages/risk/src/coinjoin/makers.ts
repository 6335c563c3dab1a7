/** Who may have brought what. All amounts are satoshis. */
export interface Question {
  /** What each owner brings; inputs of one address have one owner. */
  readonly purses: readonly bigint[];
  /** Amount taken out by each participant with change: the equal output and the change. */
  readonly taken: readonly bigint[];
  /** How many of these are makers; one of the others may be the taker's. */
  readonly makers: number;
  /** Fee bounds of makers, ascending; above the last one, nobody earns. */
  readonly fees: readonly bigint[];
}

/** `impossible`: too few of them can be makers; `open`: they can, but so might any amounts by chance. */
export type Answer = 'shown' | 'open' | 'impossible';

/** A subset of purses as a bit mask (bit i: purse i), and the strength of its evidence in bits. */
interface Fit {
  readonly members: bigint;
  readonly proof: number;
}

/**
 * Limits against transactions built to be expensive: sums (all subsets of 16 purses), matches per participant, and
 * combination steps.
 */
const mostSums = 65_536;
const mostFits = 1_000;
const mostSteps = 5_000;
/** Chance would show makers in one of 2^6 transactions. */
const leastBits = 6;

const bits = (value: number): number => Math.log2(value);

/** `n` over `size`. */
function choices(n: number, size: number): number {
  let found = 1;
  for (let i = 0; i < size; i++) found = (found * (n - i)) / (i + 1);
  return found;
}

/**
 * Calls with every sum of exactly `size` purses, which ascend, up to `most`, and with the numbers of the purses. Amounts and
 * sums of two are below 2^53, so numbers are exact.
 */
function sums(
  purses: readonly number[],
  size: number,
  most: number,
  see: (value: number, members: readonly number[]) => void,
): void {
  const members: number[] = [];
  const add = (from: number, left: number, value: number): void => {
    if (left === 0) return see(value, members);
    for (let i = from; i + left <= purses.length; i++) {
      const sum = value + (purses[i] ?? 0);
      if (sum > most) return;
      members.push(i);
      add(i + 1, left - 1, sum);
      members.pop();
    }
  };
  add(0, size, 0);
}

function setOf(members: readonly number[]): bigint {
  return members.reduce((set, i) => set | (1n << BigInt(i)), 0n);
}

/**
 * Tests whether matches of different participants with disjoint purses are strong enough together: at least two makers if
 * there are that many. `fits` has the matches of each entry of `taken`.
 */
function prove(fits: readonly (readonly Fit[])[], makers: number): boolean {
  const rare = fits.filter((own) => own.length > 0).toSorted((a, b) => a.length - b.length);
  const best = rare.map((own) => own.reduce((most, { proof }) => Math.max(most, proof), 0));
  let steps = mostSteps;
  const place = (from: number, used: bigint, found: number, proof: number): boolean => {
    const enough = Math.log2(choices(fits.length, found)) + leastBits;
    if (found >= Math.min(makers, 2) && proof >= enough) return true;
    const open = rare[from];
    const hope = best.slice(from).reduce((sum, one) => sum + one, proof);
    if (!open || found === makers || hope < leastBits) return false;
    for (const fit of open) {
      if (--steps < 0) return false;
      if ((fit.members & used) !== 0n) continue;
      if (place(from + 1, used | fit.members, found + 1, proof + fit.proof)) return true;
    }
    return place(from + 1, used, found, proof);
  };
  return place(0, 0n, 0, 0);
}

/**
 * Tests whether amounts identify makers: each takes out what it put in plus a fee, and one participant, the taker, has the
 * rest and pays. Sums of many purses, or wide bounds, match by chance: a sum is within `fee` of an amount once in `taken /
 * fee`. The evidence is what remains beyond chance; makers with too many coins to be proven don't have to be found.
 */
export function findMakers(question: Question): Answer {
  const { makers } = question;
  const purses = question.purses.map(Number).toSorted((a, b) => a - b);
  const taken = question.taken.map(Number);
  const fees = question.fees.map(Number);
  const widest = fees.at(-1) ?? 0;
  const most = Math.max(0, ...taken);
  const fits = taken.map((): Fit[] => []);
  const possible = new Set<number>();
  let ways = 0;
  for (let size = 1; size < purses.length; size++) {
    ways += choices(purses.length, size);
    if (ways > mostSums) return 'open';
    const luck = Math.log2(ways * fees.length);
    sums(purses, size, most, (value, members) =>
      taken.forEach((out, at) => {
        if (value > out || out - value > widest) return;
        const fee = fees.find((bound) => out - value <= bound) ?? widest;
        possible.add(at);
        const proof = bits(out) - bits(fee) - luck;
        const own = fits[at];
        if (own && proof > 0 && own.length < mostFits) own.push({ members: setOf(members), proof });
      }),
    );
    if (prove(fits, makers)) return 'shown';
  }
  return possible.size < makers ? 'impossible' : 'open';
}
