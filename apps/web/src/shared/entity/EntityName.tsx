import { texts } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import type { EntityBrief } from '../../lib/text/entity-labels.ts';
import { EntityLogo } from './EntityLogo.tsx';
import css from './EntityName.module.css';
import { EntityQuickView } from './EntityQuickView.tsx';
import { HoverCard } from '../../ui/overlay/HoverCard.tsx';

/** Placeholder of an entity that is hidden from the organization. */
export function HiddenEntity() {
  return (
    <span className={css.hidden}>
      <EyeOff size={14} strokeWidth={1.8} aria-hidden="true" />
      {texts.csamEntity}
    </span>
  );
}

/** Name of an entity with its logo: links to its profile, and shows a quick view on hover. */
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
