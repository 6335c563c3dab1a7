import { Box, Waypoints, Braces, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddressName } from '../../../lib/directory/use-address-name.ts';
import { numberedValues, tagText } from '../../../lib/text/entity-labels.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { OwnerTags, OwnerTitle } from '../../../shared/entity/OwnerTitle.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { PageHeader } from '../../../ui/layout/Page.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useAddress, useCluster } from '../api/address.ts';
import { ownerOf } from '../../../shared/entity/owner-name.ts';
import css from './Dashboard.module.css';
import { shorten } from '@hopscope/domain';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { useTokens } from '../api/assets.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type ReportFormat, useReport } from '../api/report.ts';

/** Downloads the risk report of an address as PDF or JSON. */
function ReportButtons({ address }: { address: string }) {
  const toast = useToast();
  const { mutate, isPending, variables } = useReport(address);
  const make = (format: ReportFormat) =>
    mutate(format, { onError: (thrown) => toast.error(toApiError(thrown).message) });
  return (
    <>
      <Button
        icon={<Braces size={14} strokeWidth={1.6} aria-hidden="true" />}
        label="Report as JSON"
        loading={isPending && variables === 'json'}
        onClick={() => make('json')}
      >
        JSON
      </Button>
      <Button
        kind="primary"
        icon={<FileText size={14} strokeWidth={1.6} aria-hidden="true" />}
        label="Report as PDF"
        loading={isPending && variables === 'pdf'}
        onClick={() => make('pdf')}
      >
        Report
      </Button>
    </>
  );
}

const coin = 'coin';

/** Selects the asset of the score: ether or a token. Renders nothing if there is no choice. */
function AssetChoice({
  address,
  asset,
  onAsset,
}: {
  address: string;
  asset: string | undefined;
  onAsset: (asset: string | undefined) => void;
}) {
  const { data: tokens = [] } = useTokens(address);
  if (tokens.length === 0 && asset === undefined) return null;
  const named = tokens.flatMap(({ contract, symbol }) =>
    contract === null ? [] : [{ value: contract, label: `Token ${symbol ?? ''} ${shorten(contract)}` }],
  );
  const known = asset === undefined || named.some(({ value }) => value === asset);
  return (
    <NativeSelect
      label="Asset of the score"
      value={asset ?? coin}
      options={[
        { value: coin, label: 'Ether' },
        ...named,
        ...(known ? [] : [{ value: asset, label: `Token ${shorten(asset)}` }]),
      ]}
      onChange={(value) => onAsset(value === coin ? undefined : value)}
    />
  );
}

/** address cards show at most 5 tags. */
const tagsShown = 5;

function Kind({ address }: { address: string }) {
  const { counted } = useFormats();
  const { data } = useAddress(address);
  const { data: cluster } = useCluster(address);
  return (
    <>
      {data?.blockchain === 'bitcoin' && <Tag>{data.script_type.toUpperCase()}</Tag>}
      {data?.blockchain === 'ethereum' && <Tag>{data.is_contract ? 'Ethereum contract' : 'Ethereum'}</Tag>}
      {cluster && cluster.size !== null && cluster.size > 1 && (
        <Tag title={`${counted(cluster.size, 'address', 'addresses')} spent together`}>
          Co-spend cluster of {cluster.size}
        </Tag>
      )}
    </>
  );
}

/** Header with the owner of the address if known, its tags, and the address. */
export function DashboardHeader({
  address,
  asset,
  work,
  onAsset,
}: {
  address: string;
  asset: string | undefined;
  /** Further actions. */
  work?: ReactNode;
  onAsset: (asset: string | undefined) => void;
}) {
  const { data } = useAddressName(address);
  const { entity } = ownerOf(data);
  const tags = entity ? numberedValues(entity, 'entity_tag') : [];
  const more = tags.slice(tagsShown);
  return (
    <PageHeader
      title={<OwnerTitle address={address} />}
      actions={
        <>
          <AssetChoice address={address} asset={asset} onAsset={onAsset} />
          <LinkButton
            to="/home/block-explorer/address/$address"
            params={{ address }}
            target="_blank"
            rel="noopener"
          >
            <Box size={14} strokeWidth={1.6} aria-hidden="true" />
            Explorer
          </LinkButton>
          {work}
          <LinkButton to="/home/flow-trace" search={{ address }} target="_blank" rel="noopener">
            <Waypoints size={14} strokeWidth={1.6} aria-hidden="true" />
            Trace
          </LinkButton>
          <ReportButtons address={address} />
        </>
      }
      // Tags that are loaded later have room here: beside the title, they would take a line of their own.
      identity={
        <div className={css.identity}>
          <Hash value={address} what="address" length="full" />
          <OwnerTags address={address} />
          {tags.slice(0, tagsShown).map((tag) => (
            <Tag key={tag}>{tagText(tag)}</Tag>
          ))}
          {more.length > 0 && <Tag title={more.map(tagText).join(', ')}>+{more.length}</Tag>}
          <Kind address={address} />
        </div>
      }
    />
  );
}
