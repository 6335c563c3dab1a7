import type { Blockchain } from '@hopscope/contract';
import { defaultChain } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Count } from '../../../ui/display/Figures.tsx';
import { Hash, type HashProps } from '../../../shared/chain/Hash.tsx';
import { blockSearch } from '../../../lib/search/block-search.ts';
import type { ReactNode } from 'react';
import { useAddressName, useStatedFacts } from '../../../lib/directory/use-address-name.ts';
import { AttributionMark } from '../../../shared/entity/AttributionMark.tsx';
import { briefOf } from '../../../shared/entity/brief-of.ts';
import { DepositTag } from '../../../shared/entity/DepositTag.tsx';
import { FrozenTag } from '../../../shared/entity/FrozenTag.tsx';
import { EntityName, HiddenEntity } from '../../../shared/entity/EntityName.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';

/** An address, preceded by the name that the directory has for it. */
function NamedHash({ address, children }: { address: string; children: ReactNode }) {
  const { data } = useAddressName(address);
  const { data: facts } = useStatedFacts(address);
  const entity = data ? briefOf(data) : undefined;
  const isNamed = data && (entity || data.attribution.hidden);
  const depositsTo = facts?.depositsTo ?? null;
  if (!isNamed && facts?.frozen !== true && depositsTo === null) return children;
  return (
    <Row wrap gap={6}>
      <FrozenTag address={address} />
      {depositsTo !== null && <DepositTag account={depositsTo} />}
      {isNamed && (
        <>
          {data.attribution.hidden || !entity ? <HiddenEntity /> : <EntityName entity={entity} />}
          <AttributionMark kind={data.attribution.kind} small />
          {entity?.ofac === true && (
            <Tag tone="red" title="Owner is on the OFAC sanctions list">
              OFAC
            </Tag>
          )}
        </>
      )}
      {children}
    </Row>
  );
}

type Shown = Pick<HashProps, 'length' | 'plain'>;

export function TransactionLink({ txid, ...shown }: { txid: string } & Shown) {
  return (
    <Hash
      value={txid}
      what="transaction hash"
      link={(content) => (
        <Link to="/home/block-explorer/transaction/$txid" params={{ txid }}>
          {content}
        </Link>
      )}
      {...shown}
    />
  );
}

/** Link to an address, preceded by the owner's name if the directory has one. */
export function AddressLink({ address, ...shown }: { address: string } & Shown) {
  return (
    <NamedHash address={address}>
      <Hash
        value={address}
        what="address"
        link={(content) => (
          <Link to="/home/block-explorer/address/$address" params={{ address }}>
            {content}
          </Link>
        )}
        {...shown}
      />
    </NamedHash>
  );
}

export function BlockHashLink({ hash }: { hash: string }) {
  return (
    <Hash
      value={hash}
      what="block hash"
      length="medium"
      link={(content) => (
        <Link to="/home/block-explorer/block/$block" params={{ block: hash }}>
          {content}
        </Link>
      )}
    />
  );
}

/** Link to a block by its number; Bitcoin by default. */
export function BlockLink({ height, chain = defaultChain }: { height: number; chain?: Blockchain }) {
  return (
    <Link
      to="/home/block-explorer/block/$block"
      params={{ block: String(height) }}
      search={blockSearch(chain)}
    >
      <Count value={height} />
    </Link>
  );
}
