import { csamEntityName } from '@hopscope/contract';
import type { NamedAddress } from '../../../lib/directory/address-names.ts';
import type { EntityBrief } from '../../../lib/entity-words.ts';
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
