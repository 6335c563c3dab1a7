import { csamEntityName } from '@hopscope/contract';
import type { NamedAddress } from '../../../lib/directory/address-names.ts';
import type { EntityBrief } from '../../../lib/text/entity-words.ts';
import { briefOf } from './brief-of.ts';

/** Whose an address is, as far as it can be shown: of a hidden entity nothing but that there is one. */
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

/** The title of an address without a name. `named`: undefined while it is asked for, null where the directory has nothing. */
export function titleWithoutName(named: NamedAddress | null | undefined, error: Error | null): string {
  if (error) return 'Name could not be loaded';
  return named === undefined ? 'Loading name…' : 'Unnamed address';
}
