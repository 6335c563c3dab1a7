import { Box, Waypoints } from 'lucide-react';
import { useAddressName } from '../../../lib/directory/use-address-name.ts';
import { numberedValues, tagText } from '../../../lib/text/entity-labels.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { EntityLogo } from '../../../shared/entity/EntityLogo.tsx';
import { EntityTypeTag } from '../../../shared/entity/EntityTypeTag.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { PageHeader } from '../../../ui/layout/Page.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useAddress, useCluster } from '../api/address.ts';
import { ownerOf, titleWithoutName } from '../model/owner-name.ts';
import { AssetChoice } from './AssetChoice.tsx';
import { ReportButtons } from './ReportButtons.tsx';

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
  onAsset,
}: {
  address: string;
  asset: string | undefined;
  onAsset: (asset: string | undefined) => void;
}) {
  const { data, error } = useAddressName(address);
  const { entity, name } = ownerOf(data);
  const tags = entity ? numberedValues(entity, 'entity_tag') : [];
  const more = tags.slice(tagsShown);
  return (
    <PageHeader
      title={
        <Row gap={12}>
          {entity && <EntityLogo entity={entity} size="middle" />}
          {name ?? titleWithoutName(data, error)}
        </Row>
      }
      tags={
        <>
          {entity && <EntityTypeTag type={data?.attribution.entity_type} kind={entity.fallback_logo} />}
          {entity?.ofac === true && (
            <Tag tone="red" title="Owner is on the OFAC sanctions list">
              OFAC
            </Tag>
          )}
          {tags.slice(0, tagsShown).map((tag) => (
            <Tag key={tag}>{tagText(tag)}</Tag>
          ))}
          {more.length > 0 && <Tag title={more.map(tagText).join(', ')}>+{more.length}</Tag>}
          <Kind address={address} />
        </>
      }
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
          <LinkButton to="/home/flow-trace" search={{ address }} target="_blank" rel="noopener">
            <Waypoints size={14} strokeWidth={1.6} aria-hidden="true" />
            Trace
          </LinkButton>
          <ReportButtons address={address} />
        </>
      }
      identity={<Hash value={address} what="address" length="full" />}
    />
  );
}
