import { texts } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import type { EntityBrief } from '../../lib/text/entity-labels.ts';
import { EntityLogo } from './EntityLogo.tsx';
import css from './EntityName.module.css';
import { EntityQuickView } from './EntityQuickView.tsx';
import { HoverCard } from '../../ui/overlay/HoverCard.tsx';

/** What stands for an entity that the organization does not show. */
export function HiddenEntity() {
  return (
    <span className={css.hidden}>
      <EyeOff size={14} strokeWidth={1.8} aria-hidden="true" />
      {texts.csamEntity}
    </span>
  );
}

/** The name of an entity with its logo: opens its profile, and shows it in short while it is pointed at. */
export function EntityName({ entity }: { entity: EntityBrief }) {
  if (entity.hidden === true) return <HiddenEntity />;
  return (
    <HoverCard content={<EntityQuickView entity={entity} />}>
      <Link to="/home/blockham" search={{ entity: entity.entity_id }} className={css.name}>
        <EntityLogo entity={entity} />
        <span className={css.text}>{entity.proper_name}</span>
      </Link>
    </HoverCard>
  );
}
