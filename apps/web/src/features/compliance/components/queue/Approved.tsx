import type { ComplianceTransaction } from '@hopscope/contract';
import { TriangleAlert } from 'lucide-react';
import { DescriptionList, type Fact } from '../../../../ui/display/DescriptionList.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { useReasons } from '../../api/reasons.ts';
import { averageScore } from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DollarsThen, MoreAssets } from '../transaction/amount-notes.tsx';
import { ScoreBadge } from '../transaction/ScoreBadge.tsx';

/** Summary of what is to be approved: amount, counterparties, and findings. */
export function Approved({
  transaction,
  organizationId,
}: {
  transaction: ComplianceTransaction;
  organizationId: string;
}) {
  const { amount, asset, assets, usdAmount, clientId, address, direction, counterparties, riskScores } =
    transaction;
  const wanted = averageScore(riskScores) !== null && transaction.presence === 'confirmed';
  const { data } = useReasons(organizationId, transaction.txId, wanted);
  const [finding] = data?.factors ?? [];
  const [counterparty] = counterparties;
  const others = (transaction.counterpartiesInAll ?? counterparties.length) - 1;
  const facts: Fact[] = [
    [
      'Amount',
      <span key="amount">
        <CoinAmount coin={asset} amount={amount} /> (<DollarsThen usd={usdAmount} />){' '}
        {direction === 'in' ? 'received' : 'sent'} <MoreAssets assets={assets} />
      </span>,
    ],
    ['Client', clientId ?? <Hash key="client" value={address} what="address" />],
    [
      direction === 'in' ? 'From' : 'To',
      counterparty ? (
        <span key="counterparty">
          {counterparty.name !== null && `${counterparty.name} `}
          <Hash value={counterparty.address} what="address" plain />
          {others > 0 && ` and ${others} more`}
        </span>
      ) : (
        'Unknown'
      ),
    ],
    ['Risk', <ScoreBadge key="risk" {...transaction} />],
    ['Finding', finding ? `${finding.name}: ${finding.description}` : wanted && !data ? 'Loading…' : 'None'],
  ];
  return (
    <Stack gap={12}>
      <DescriptionList facts={facts} />
      {transaction.overThreshold && (
        <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          The risk is at or above the threshold of your organization. An approval needs a reason, and a second
          person confirms it unless your organization has turned that off.
        </Notice>
      )}
    </Stack>
  );
}
