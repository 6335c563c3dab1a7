import { mostAssets } from '@hopscope/contract';
import { shortDecimal } from '@hopscope/domain';
import { textCell } from '../../explorer/addresses/export-text.ts';
import type { CaseState } from './case-state.ts';

/** Byte order mark, so that spreadsheets read UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

type Value = string | number | null;

/** Unknown is empty. */
function cell(value: Value): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : textCell(value);
}

function tableOf(names: readonly string[], rows: readonly (readonly Value[])[]): string {
  const lines = [names, ...rows].map((row) => row.map(cell).join(','));
  return `${byteOrderMark}${lines.join(lineEnd)}${lineEnd}`;
}

export function transactionsCsv({ case: { transactions } }: CaseState): string {
  return tableOf(
    [
      'id',
      'transaction',
      'blockchain',
      'direction',
      'monitored_address',
      'client',
      'amount_smallest_unit',
      'asset',
      'asset_contract',
      'asset_decimals',
      'usd_then',
      'time_utc',
      'presence',
      'block',
      'score',
      'screening',
      'directory_version',
      'profile',
      'status',
      'reviewer',
      'sar_submitted',
      'sar_report',
      'counterparties',
      'other_assets',
    ],
    transactions.map((each) => [
      each._id,
      each.txId,
      each.blockchain,
      each.direction,
      each.address,
      each.clientId,
      each.amount,
      each.asset.symbol,
      each.asset.contract,
      each.asset.decimals,
      each.usdAmount,
      each.timestamp,
      each.presence,
      each.block,
      each.riskScores.join(' '),
      each.screening,
      each.basis?.directoryVersion ?? null,
      each.basis?.profile ?? null,
      each.status,
      each.reviewer?.name ?? null,
      each.sarSubmitted ? 'yes' : 'no',
      each.sarReport,
      each.counterparties
        .map(({ address, name }) => (name === null ? address : `${name} (${address})`))
        .join(' | '),
      [
        ...each.assets
          .slice(1)
          .map(
            (asset) =>
              `${asset.direction} ${shortDecimal(BigInt(asset.amount), asset.decimals)} ${asset.symbol} (${asset.contract ?? 'ether'})`,
          ),
        ...(each.assets.length === mostAssets ? ['possibly more'] : []),
      ].join(' | '),
    ]),
  );
}

export function addressesCsv({ case: { addresses } }: CaseState): string {
  return tableOf(
    ['address', 'blockchain', 'added_by', 'added_at_utc'],
    addresses.map(({ address, blockchain, addedBy, addedAt }) => [
      address,
      blockchain,
      addedBy.name,
      addedAt,
    ]),
  );
}
