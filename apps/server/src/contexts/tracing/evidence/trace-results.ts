import {
  allOf,
  type CanvasDocument,
  getOf,
  nameOf,
  outcomeBands,
  outcomeSums,
  type TraceOutcome,
} from '@hopscope/canvas';

function startsOf({ starts }: TraceOutcome, document: CanvasDocument): string[] {
  return starts.map((id) => {
    const node = getOf(document, 'node', id);
    return node && node.profile?.name !== null ? nameOf(node) : id.slice(id.indexOf(':') + 1);
  });
}

/** Results of auto-traces that a document contains: where the money of each asset ended, by reason. Amounts are decimal text. */
export function traceResultsOf(document: CanvasDocument) {
  return allOf(document, 'outcome').flatMap((outcome) =>
    outcomeSums(outcome).map((sum) => ({
      direction: outcome.direction,
      method: outcome.method,
      starts: startsOf(outcome, document),
      asset: { symbol: sum.asset.symbol, decimals: sum.asset.decimals },
      amount: String(sum.amount),
      bands: outcomeBands(sum).map(({ reason, amount, share, ends }) => ({
        reason,
        amount: String(amount),
        share,
        entities: ends.flatMap((end) => (end.entity ? [{ name: end.entity.name, amount: end.amount }] : [])),
      })),
    })),
  );
}
