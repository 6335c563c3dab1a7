import type { ReactNode } from 'react';
import type { EntityBrief } from '../../../lib/text/entity-labels.ts';
import { useAddressName } from '../../../lib/directory/use-address-name.ts';
import { EntityLogo } from '../../../shared/entity/EntityLogo.tsx';
import { FrozenTag } from '../../../shared/entity/FrozenTag.tsx';
import { HiddenEntity } from '../../../shared/entity/EntityName.tsx';
import { EntityQuickView } from '../../../shared/entity/EntityQuickView.tsx';
import { Hash, type HashProps } from '../../../shared/chain/Hash.tsx';
import { HoverCard } from '../../../ui/overlay/HoverCard.tsx';
import { briefOf } from '../../../shared/entity/brief-of.ts';
import css from './links.module.css';

type Shown = Pick<HashProps, 'length' | 'plain'>;

/** A link that opens in a new tab. */
export function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

export function TransactionTab({ txid, ...shown }: { txid: string } & Shown) {
  return (
    <Hash
      value={txid}
      what="transaction hash"
      link={(content) => <NewTab href={`/home/block-explorer/transaction/${txid}`}>{content}</NewTab>}
      {...shown}
    />
  );
}

/** Entity name with logo: links to the profile and shows a quick view on hover. */
export function EntityTab({ entity }: { entity: EntityBrief }) {
  if (entity.hidden === true) return <HiddenEntity />;
  return (
    <HoverCard content={<EntityQuickView entity={entity} />}>
      <a
        className={css.entity}
        href={`/home/blockham?entity=${encodeURIComponent(entity.entity_id)}`}
        target="_blank"
        rel="noopener"
      >
        <EntityLogo entity={entity} />
        <span>{entity.proper_name}</span>
      </a>
    </HoverCard>
  );
}

/** Link to an address, preceded by the owner's name if the directory has one. */
export function AddressTab({ address, ...shown }: { address: string } & Shown) {
  const { data } = useAddressName(address);
  const entity = data ? briefOf(data) : undefined;
  return (
    <span className={css.address}>
      <FrozenTag address={address} />
      {data?.attribution.hidden ? <HiddenEntity /> : entity && <EntityTab entity={entity} />}
      <Hash
        value={address}
        what="address"
        link={(content) => <NewTab href={`/home/block-explorer/address/${address}`}>{content}</NewTab>}
        {...shown}
      />
    </span>
  );
}
