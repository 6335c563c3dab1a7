import type { ScreeningBatch, ScreeningBatchKind, ScreeningBatchResult } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useBatchFile, useBatchResults } from '../../api/batches.ts';

const shown = 100;
const kinds: readonly { value: ScreeningBatchKind; label: string }[] = [
  { value: 'block', label: 'Block' },
  { value: 'review', label: 'Review' },
  { value: 'allow', label: 'Allow' },
  { value: 'problem', label: 'Problem' },
];

function Address({ row }: { row: ScreeningBatchResult }) {
  if (row.problem !== null) {
    return (
      <Text mono tone={2} title={row.address}>
        {row.address.length > 24 ? `${row.address.slice(0, 24)}…` : row.address}
      </Text>
    );
  }
  return (
    <Hash
      value={row.address}
      what="address"
      link={(content) => (
        <Link to="/home/risk-dashboard" search={{ address: row.address }}>
          {content}
        </Link>
      )}
    />
  );
}

function useColumns(kind: ScreeningBatchKind): RowColumns<ScreeningBatchResult> {
  const { count } = useFormats();
  return [
    { title: 'Line', align: 'right', render: (_, { line }) => count(line) },
    { title: 'Address', render: (_, row) => <Address row={row} /> },
    { title: 'Reference', render: (_, { reference }) => reference ?? <Text tone={3}>none</Text> },
    ...(kind === 'problem'
      ? [{ title: 'Problem', render: (_: undefined, { problem }: ScreeningBatchResult) => problem }]
      : [
          {
            title: 'Risk',
            render: (_: undefined, { score }: ScreeningBatchResult) =>
              score && <RiskBadge level={score.level} score={score.score} />,
          },
          {
            title: 'Rules',
            render: (_: undefined, { rules }: ScreeningBatchResult) =>
              rules.length > 0 ? rules.map(({ name }) => name).join('; ') : <Text tone={3}>none</Text>,
          },
        ]),
  ];
}

/** The decided lines of a batch, by decision. */
export function BatchResults({ organizationId, batch }: { organizationId: string; batch: ScreeningBatch }) {
  const { count, counted } = useFormats();
  const toast = useToast();
  const { _id: id, name, done, decisions, problems, rulesVersion } = batch;
  const numbers: Record<ScreeningBatchKind, number> = { ...decisions, problem: problems };
  const [kind, setKind] = useState<ScreeningBatchKind>(
    kinds.find(({ value }) => numbers[value] > 0)?.value ?? 'block',
  );
  const { data, error, refetch, isPlaceholderData } = useBatchResults(organizationId, {
    id,
    done,
    kind,
    limit: shown,
  });
  const file = useBatchFile(organizationId);
  const columns = useColumns(kind);
  const download = (only?: ScreeningBatchKind) =>
    file.mutate(
      { id, name, ...(only && { kind: only }) },
      { onError: (thrown) => toast.error(failureMessage(thrown, 'The download failed.')) },
    );

  return (
    <>
      <Row gap={12} wrap>
        <Segmented
          label="Decision"
          value={kind}
          options={kinds.map(({ value, label }) => ({ value, label: `${label} ${count(numbers[value])}` }))}
          onChange={setKind}
        />
        <Button
          icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
          disabled={numbers[kind] === 0}
          loading={file.isPending}
          onClick={() => download(kind)}
        >
          Download these
        </Button>
        <Button disabled={done === 0} loading={file.isPending} onClick={() => download()}>
          Download all
        </Button>
      </Row>
      {error ? (
        <LoadFailure title="The results could not be loaded" error={error} onRetry={refetch} />
      ) : !data ? (
        <RowTableSkeleton rows={6} />
      ) : data.length === 0 ? (
        <EmptyState title={done === 0 ? 'No lines decided yet' : 'No such lines'}>
          {done < batch.lines ? 'Lines appear here as they are decided.' : 'No line has this result.'}
        </EmptyState>
      ) : (
        <>
          <RowTable
            label="Results"
            columns={columns}
            rows={data}
            rowKey={({ line }) => String(line)}
            stale={isPlaceholderData}
          />
          <TableFoot>
            {numbers[kind] > data.length
              ? `The first ${count(data.length)} of ${counted(numbers[kind], 'line')}. Download all of them as CSV.`
              : `Total: ${counted(numbers[kind], 'line')}`}{' '}
            · Version {count(rulesVersion)} of the screening rules
          </TableFoot>
        </>
      )}
    </>
  );
}
