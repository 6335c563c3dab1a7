import type { NamedAddress } from '../../lib/directory/address-names.ts';
import type { EntityBrief } from '../../lib/text/entity-labels.ts';

/** Returns the entity of an attribution; undefined if it has no name that can be shown. */
export function briefOf({ attribution, entity }: NamedAddress): EntityBrief | undefined {
  if (entity) return entity;
  const { entity: name, entity_id: id } = attribution;
  return name !== null && id !== null
    ? { entity_id: id, proper_name: name, fallback_logo: 'entity' }
    : undefined;
}
