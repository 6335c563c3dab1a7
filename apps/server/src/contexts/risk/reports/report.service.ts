import { pricedTokens } from '@hopscope/contract';
import type { Scored } from '../scores/score.service.ts';
import type { Call } from '../risk.service.ts';
import type { ReportModel, SealedReport } from './report-model.ts';
import { reportOf, type ReportSource } from './report-of-score.ts';
import { renderReport } from './render-report.ts';
import { sealReport } from './seal-report.ts';

/** Subject of a report; `height` and `asOf` replay an earlier state. */
export interface ReportQuestion {
  readonly address: string;
  readonly asset?: string | undefined;
  readonly height?: number | undefined;
  readonly asOf?: string | undefined;
}

type Chain = ReportModel['blockchain'];
type NewestPrice = { readonly micros: bigint; readonly at: string; readonly source: string };

/** Reports of addresses, by the caller's organization's profile and with the names that the caller may see. */
export function createReports(options: {
  score: (
    call: Call,
    asked: {
      body: { identifier: string; type: 'address'; asset?: string | undefined };
      height: number | undefined;
      asOf: string | undefined;
    },
  ) => Promise<{ scored: Scored; seesRestricted: boolean }>;
  sources: () => Promise<readonly ReportSource[]>;
  priceNow: (symbol: string) => Promise<NewestPrice | null>;
  /** What the chain's network is called; null: the ledger is empty. */
  network: (chain: Chain) => Promise<string | null>;
  isDemo: (chain: Chain) => boolean;
  version: string;
  now: () => number;
}) {
  const { score, sources, priceNow, network, isDemo, version, now } = options;

  /** A token has a price by its contract, never by what it calls itself. */
  async function priceOf({ record, contract }: Scored): Promise<ReportModel['price']> {
    const symbol = contract === null ? record.basis.asset.symbol : pricedTokens[contract.toLowerCase()];
    const found = symbol === undefined ? null : await priceNow(symbol);
    return found && { micros: String(found.micros), at: found.at, source: found.source };
  }

  /**
   * Returns a sealed report. Throws like a score: 400 for invalid input or a block outside the ledger, 501 without a ledger
   * of blocks.
   */
  async function make(call: Call, { address, asset, height, asOf }: ReportQuestion): Promise<SealedReport> {
    const { scored, seesRestricted } = await score(call, {
      body: { identifier: address, type: 'address', asset },
      height,
      asOf,
    });
    const chain = scored.record.basis.blockchain;
    return sealReport(
      reportOf(scored, {
        generatedAt: new Date(now()).toISOString(),
        network: (await network(chain)) ?? 'unknown network',
        fictional: isDemo(chain),
        price: await priceOf(scored),
        sources: await sources(),
        application: version,
        canSeeRestricted: seesRestricted,
      }),
    );
  }

  return {
    make,

    /** The report as a PDF, with a name to save it under. */
    async file(
      call: Call,
      asked: ReportQuestion,
    ): Promise<{ type: string; bytes: Buffer; filename: string }> {
      const report = await make(call, asked);
      const bytes = Buffer.from(await renderReport(report));
      const day = report.generatedAt.slice(0, 10);
      return { type: 'application/pdf', bytes, filename: `risk-report-${report.address}-${day}.pdf` };
    },
  };
}
