import type { ScreeningCheck } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Download } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { DescriptionList, type Fact } from '../../../../ui/display/DescriptionList.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { TitledGroup } from '../../../../ui/layout/TitledGroup.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useCheck, useCheckRecord } from '../../api/checks.ts';
import { dollarsOfCents } from '../../model/cents.ts';
import { CheckSubject, Decision, TransferAmount } from './check-labels.tsx';

type Exposure = ScreeningCheck['exposures'][number];

/** Formats the share of an exposure in percent; a small one isn't shown as zero. */
function shareText({ share, amount }: Exposure): string {
  const text = (share * 100).toFixed(2);
  return amount !== '0' && text === '0.00' ? 'less than 0.01%' : `${text}%`;
}

const exposureColumns: RowColumns<Exposure> = [
  { title: 'Funds', render: (_, { direction }) => (direction === 'backward' ? 'Received' : 'Sent') },
  { title: 'Category', render: (_, { categoryName }) => categoryName },
  { title: 'Entity', render: (_, { entity }) => entity?.name ?? <Text tone={3}>none</Text> },
  { title: 'Hops', align: 'right', render: (_, { hops }) => hops },
  { title: 'Share', align: 'right', render: (_, exposure) => shareText(exposure) },
];

function factsOf(check: ScreeningCheck, { dateTime, count, decimal }: ReturnType<typeof useFormats>): Fact[] {
  const { transfer, score, basis, cents, rulesVersion, decidedAt } = check;
  const { from, to, transaction, client, country } = transfer;
  const optional = (label: string, value: string | null): Fact[] => (value === null ? [] : [[label, value]]);
  return [
    ['Decision', <Decision key="decision" decision={check.decision} />],
    [
      'Rules',
      check.rules.length > 0 ? (
        check.rules.map(({ name }) => name).join('; ')
      ) : (
        <Text key="rules" tone={3}>
          {decidedAt === null ? 'not decided yet' : 'none'}
        </Text>
      ),
    ],
    ...optional(
      'Version of the rules',
      rulesVersion === null ? null : rulesVersion === 0 ? 'default' : count(rulesVersion),
    ),
    [
      'Score',
      score ? (
        <RiskBadge key="score" level={score.level} score={score.score} state={score.state} />
      ) : (
        <Text key="score" tone={3}>
          not known yet
        </Text>
      ),
    ],
    ...optional('No score because', score?.reason ?? null),
    [
      transfer.direction === 'in' ? 'Deposit' : 'Withdrawal',
      <TransferAmount key="amount" transfer={transfer} />,
    ],
    ['Worth', cents === null ? 'unknown' : `$${decimal(dollarsOfCents(cents))}`],
    ['Blockchain', chains[transfer.blockchain].name],
    ['Screened', <CheckSubject key="subject" subject={check.subject} full />],
    ...[
      ['Sender', from, 'address'] as const,
      ['Receiver', to, 'address'] as const,
      ['Transaction', transaction, 'transaction hash'] as const,
    ].flatMap(([label, value, what]): Fact[] =>
      value === null || value === check.subject.identifier
        ? []
        : [[label, <Hash key={label} value={value} what={what} length="full" />]],
    ),
    ...optional('Client', client && (client.risk === null ? client.id : `${client.id}, ${client.risk} risk`)),
    ...optional('Country', country),
    ['Asked', dateTime(check.createdAt)],
    ['Decided', decidedAt === null ? 'not yet' : dateTime(decidedAt)],
    ...optional(
      'Basis',
      basis &&
        `block ${basis.height === null ? 'none' : count(basis.height)} · directory ${count(basis.directoryVersion)} · profile ${basis.profile.name} ${basis.profile.version.slice(0, 12)} · ${basis.method}`,
    ),
  ];
}

/** A check of a transfer: decision, rules, score, exposures, and what they depend on. */
export function CheckDetails({ organizationId, id }: { organizationId: string; id: string }) {
  const toast = useToast();
  const formats = useFormats();
  const { data: check, error, refetch } = useCheck(organizationId, id);
  const record = useCheckRecord(organizationId);
  if (error && !check)
    return <LoadFailure title="The check could not be loaded" error={error} onRetry={refetch} />;
  if (!check) return <RowTableSkeleton rows={8} kind="facts" />;
  return (
    <>
      <DescriptionList facts={factsOf(check, formats)} />
      {check.exposures.length > 0 && (
        <TitledGroup title="Exposures">
          <RowTable
            label="Exposures"
            words
            columns={exposureColumns}
            rows={check.exposures}
            rowKey={({ direction, category, entity, hops }) =>
              `${direction} ${category} ${entity?.id ?? ''} ${String(hops)}`
            }
          />
        </TitledGroup>
      )}
      {check.score !== null && check.score.hash !== null && (
        <Row gap={12} wrap>
          <Button
            icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
            loading={record.isPending}
            onClick={() =>
              record.mutate(id, {
                onError: (thrown) => toast.error(failureMessage(thrown, 'The download failed.')),
              })
            }
          >
            Download record
          </Button>
          <Text size={12} tone={2}>
            Verify it offline with npm run verify-score.
          </Text>
        </Row>
      )}
    </>
  );
}
