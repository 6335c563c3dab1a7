import type { ProbableOwnerPart } from '@hopscope/contract';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CoverageLine } from '../../../../shared/chain/Coverage.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useProbableOwner } from '../../api/cluster.ts';
import { oddsText, signalsText } from '../../model/text/probable-owner-text.ts';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';
import css from './ProbableOwnerButton.module.css';

const thresholds = ['0.9', '0.95', '0.99', '0.999'] as const;
type Threshold = (typeof thresholds)[number];

/** Why a part belongs to the owner: the payment whose change links it. */
function Because({ link }: Pick<ProbableOwnerPart, 'link'>) {
  if (!link) return <Text tone={3}>Has the address that you opened</Text>;
  return (
    <Stack gap={4}>
      <Row wrap gap={6}>
        <Text>Change of</Text>
        <TransactionLink txid={link.txid} />
        <Text tone={3} size={12}>
          block <BlockLink height={link.block} />, {oddsText(link.probability)}
        </Text>
      </Row>
      <span className={css.why}>
        <Text tone={3} size={12}>
          {signalsText(link.signals)}
        </Text>
      </span>
    </Stack>
  );
}

function Parts({ address, odds }: { address: string; odds: number }) {
  const { count, counted } = useFormats();
  const { data, error, refetch, isPlaceholderData } = useProbableOwner(address, odds);
  if (!data) {
    if (error) return <LoadFailure title="Failed to find the owner" error={error} onRetry={refetch} />;
    return <RowTableSkeleton rows={4} />;
  }
  const { addresses, transactions, complete } = data.data;
  if (addresses === null) return <Text tone={2}>Clusters are being computed.</Text>;
  const columns: RowColumns<ProbableOwnerPart> = [
    { title: 'Address or cluster', render: (_, { addr }) => <AddressLink address={addr} length="medium" /> },
    { title: 'Addresses', align: 'right', render: (_, { size }) => count(size) },
    {
      title: 'Weakest link',
      align: 'right',
      render: (_, { link, weakest }) => (link ? oddsText(weakest) : '–'),
    },
    { title: 'Why', render: (_, { link }) => <Because link={link} /> },
  ];
  return (
    <>
      <RowTable
        words
        label="Parts of the probable owner"
        stale={isPlaceholderData}
        rows={data.parts}
        rowKey={({ addr }) => addr}
        columns={columns}
      />
      <TableFoot>
        <span>
          {complete ? '' : 'At least '}
          {counted(addresses, 'address', 'addresses')}, from {counted(transactions, 'transaction')}
          {complete ? '' : '; there may be more, because not all transactions were read'}
        </span>
        <CoverageLine coverage={data.coverage} />
      </TableFoot>
    </>
  );
}

/** Opens the addresses that probably have the same owner, by change outputs. */
export function ProbableOwnerButton({ address }: { address: string }) {
  const [open, setOpen] = useState(false);
  const [threshold, setThreshold] = useState<Threshold>('0.99');
  return (
    <>
      <Button
        size="small"
        icon={<Fingerprint size={14} strokeWidth={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Probable owner
      </Button>
      <Dialog title="Probable owner" open={open} width={860} onClose={() => setOpen(false)}>
        <Stack gap={12}>
          <Text tone={2} size={13}>
            Wallets send what is left of a payment to an address of their own. These clusters and addresses
            probably received such change. This is inferred: attributions and risk scores do not use it.
          </Text>
          <Row wrap gap={8}>
            <Text tone={2} size={13}>
              Each link is at least
            </Text>
            <Segmented
              label="Probability of each link"
              value={threshold}
              options={thresholds.map((value) => ({ value, label: `${Number(value) * 100}%` }))}
              onChange={setThreshold}
            />
          </Row>
          <Parts address={address} odds={Number(threshold)} />
          <LearnMore about="clusters" />
        </Stack>
      </Dialog>
    </>
  );
}
