import { csamEntityName } from '@hopscope/contract';
import type { NamedAddress } from '../../lib/directory/address-names.ts';
import type { EntityBrief } from '../../lib/text/entity-labels.ts';
import { briefOf } from './brief-of.ts';

/** Returns the owner of an address; a hidden entity is only named as hidden. */
export function ownerOf(named: NamedAddress | null | undefined): {
  hidden: boolean;
  entity: EntityBrief | undefined;
  name: string | undefined;
} {
  if (!named) return { hidden: false, entity: undefined, name: undefined };
  if (named.attribution.hidden) return { hidden: true, entity: undefined, name: csamEntityName };
  const entity = briefOf(named);
  return { hidden: false, entity, name: entity?.proper_name };
}

/** Returns the title of an address without a name. `named`: undefined while loading, null if the directory has no entry. */
export function titleWithoutName(named: NamedAddress | null | undefined, error: Error | null): string {
  if (error) return 'Failed to load the name';
  return named === undefined ? 'Loading name…' : 'Unnamed address';
}
