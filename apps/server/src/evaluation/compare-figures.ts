import type { MeasuredRisk } from '@hopscope/risk';
import type { ChangeOddsQuality } from './evaluate-change-odds.ts';
import type { EmulatedFinding } from './emulated.ts';
import type { LabeledFinding } from './evaluate-labeled.ts';
import { intervalOf, inWords, type Ratio, sumOf } from './ratio.ts';
import type { DemoQuality, HabitsQuality } from './report.ts';

/** Figures of a run by name, where more is better; the areas under curves as ratios of their cases. */
export type Figures = Readonly<Record<string, Ratio>>;

/** What a run measured; undefined and empty parts were not measured. */
export interface Measured {
  readonly demos: readonly DemoQuality[];
  readonly habits: readonly HabitsQuality[];
  readonly labeled: readonly LabeledFinding[];
  readonly emulated: readonly EmulatedFinding[];
  readonly change: ChangeOddsQuality | undefined;
  readonly risk: Pick<MeasuredRisk, 'direct' | 'clean' | 'auc' | 'rules'>;
}

const counts = ({ right, of }: Ratio): Ratio => ({ right, of });
const opposite = ({ right, of }: Ratio): Ratio => ({ right: of - right, of });

function changeFigures(name: string, odds: readonly ChangeOddsQuality[]): Figures {
  if (odds.length === 0) return {};
  return {
    [`${name}: precision`]: sumOf(odds.map(({ precision }) => precision)),
    [`${name}: recall`]: sumOf(odds.map(({ recall }) => recall)),
    [`${name}: surest half`]: sumOf(odds.map(({ surestHalf }) => surestHalf)),
  };
}

/** Returns the figures that a later run is compared with. */
export function figuresOfRun({ demos, habits, labeled, emulated, change, risk }: Measured): Figures {
  const all = (of: (demo: DemoQuality) => Ratio): Ratio => sumOf(demos.map(of));
  const areas = risk.auc.flatMap(({ hops, cases, value, perfectDirectory }) => [
    { name: `scores: area at ${hops} hops`, cases, value },
    { name: `scores: area at ${hops} hops, complete directory`, cases, value: perfectDirectory },
  ]);
  return {
    'clusters: pairs with one owner': all(({ clusters }) => clusters.pairs),
    'clusters: members of their wallet': all(({ clusters }) => clusters.memberRecall),
    'probable clusters: pairs with one owner': all(({ probableClusters }) => probableClusters.pairs),
    'probable clusters: members of their wallet': all(
      ({ probableClusters }) => probableClusters.memberRecall,
    ),
    'random habits: pairs with one owner': sumOf(
      habits.map(({ probableClusters }) => probableClusters.pairs),
    ),
    'random habits: members of their wallet': sumOf(
      habits.map(({ probableClusters }) => probableClusters.memberRecall),
    ),
    ...changeFigures(
      'random habits, change',
      habits.map(({ changeOdds }) => changeOdds),
    ),
    'CoinJoins: precision': all(({ coinJoins }) => coinJoins.precision),
    'CoinJoins: recall': all(({ coinJoins }) => coinJoins.recall),
    ...changeFigures(
      'change',
      demos.map(({ changeOdds }) => changeOdds),
    ),
    ...changeFigures('change on mainnet', change ? [change] : []),
    'deposit addresses: precision': all(({ deposits }) => deposits.precision),
    'deposit addresses: recall': all(({ deposits }) => deposits.recall),
    ...Object.fromEntries(labeled.map(({ name, found }) => [`published lists: ${name}`, found])),
    ...Object.fromEntries(
      emulated.flatMap(({ name, recall, precision }) => [
        [`private network: ${name}`, recall],
        [`private network: ${name}, recognized ones`, precision],
      ]),
    ),
    'scores: listed addresses at least High': counts(risk.direct.high),
    'scores: clean addresses below Medium': opposite(risk.clean.medium),
    ...Object.fromEntries(
      areas.map(({ name, cases, value }) => [
        name,
        { right: Math.round((value ?? 0) * cases), of: value === null ? 0 : cases },
      ]),
    ),
    ...Object.fromEntries(risk.rules.map(({ id, recall }) => [`rule ${id}: recall`, counts(recall)])),
  };
}

/**
 * Returns a line for each figure that dropped by more than chance explains: its value is below the 95% interval of the
 * earlier one. Figures that only one of the runs has are not compared.
 */
export function droppedFigures(before: Figures, after: Figures): string[] {
  return Object.entries(after).flatMap(([name, ratio]) => {
    const earlier = before[name];
    const interval = earlier && intervalOf(earlier);
    if (!interval || ratio.of === 0 || ratio.right / ratio.of >= interval.from) return [];
    return [`${name}: ${inWords(ratio)}, before ${inWords(earlier)}`];
  });
}
