import type { FallbackLogo as Kind } from '@hopscope/contract';
import type { EntityBrief } from '../../lib/text/entity-labels.ts';
import { useLogo } from '../../lib/directory/use-logo.ts';
import css from './EntityLogo.module.css';
import { FallbackLogo } from './FallbackLogo.tsx';

/** Hue of each type; illicit ones have none and are drawn in ink. */
const hues: Record<Kind, string> = {
  exchange: 'exchange',
  pool: 'mining',
  mixer: 'mixing',
  sanctioned: 'illicit',
  illicit: 'illicit',
  wallet: 'custody',
  defi: 'defi',
  gambling: 'gambling',
  payment: 'payment',
  person: 'other',
  country: 'other',
  entity: 'other',
};

/** Returns the class that sets the hue of an entity type. */
export function hueClass(kind: Kind): string {
  return css[hues[kind]] ?? '';
}

/** Logo of an entity, or a drawing for its type. Decorative: the name is beside it. */
export function EntityLogo({
  entity,
  size = 'small',
}: {
  entity: Pick<EntityBrief, 'entity_id' | 'fallback_logo' | 'logo'>;
  size?: 'small' | 'middle' | 'large';
}) {
  const src = useLogo(entity);
  const classes = [css.tile, css[size], src === undefined && hueClass(entity.fallback_logo)];
  return (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      {src === undefined ? <FallbackLogo kind={entity.fallback_logo} /> : <img src={src} alt="" />}
    </span>
  );
}
