import { useAddressName } from '../../lib/directory/use-address-name.ts';
import { Row } from '../../ui/layout/Row.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { EntityLogo } from './EntityLogo.tsx';
import { EntityTypeTag } from './EntityTypeTag.tsx';
import { FrozenTag } from './FrozenTag.tsx';
import { ownerOf, titleWithoutName } from './owner-name.ts';

/** Title of a page about an address: logo and name of its owner, or that it has no name. */
export function OwnerTitle({ address }: { address: string }) {
  const { data, error } = useAddressName(address);
  const { entity, name } = ownerOf(data);
  return (
    <Row gap={12}>
      {entity && <EntityLogo entity={entity} size="middle" />}
      {name ?? titleWithoutName(data, error)}
    </Row>
  );
}

/** Type of the owner of an address, and whether it is on a sanctions list. */
export function OwnerTags({ address }: { address: string }) {
  const { data } = useAddressName(address);
  const { entity } = ownerOf(data);
  if (!entity) return <FrozenTag address={address} />;
  return (
    <>
      <EntityTypeTag type={data?.attribution.entity_type} kind={entity.fallback_logo} />
      {entity.ofac === true && (
        <Tag tone="red" title="Owner is on the OFAC sanctions list">
          OFAC
        </Tag>
      )}
      <FrozenTag address={address} />
    </>
  );
}
