import type { FallbackLogo } from '@hopscope/contract';
import { tagText } from '../../lib/text/entity-labels.ts';
import { hueClass } from './EntityLogo.tsx';
import css from './EntityTypeTag.module.css';
import { Tag } from '../../ui/display/Tag.tsx';

/** Type of an entity in its hue; dashed if unknown. */
export function EntityTypeTag({ type, kind }: { type: string | null | undefined; kind: FallbackLogo }) {
  if (!type) return <Tag dashed>Unknown type</Tag>;
  return (
    <Tag>
      <span className={`${css.dot} ${hueClass(kind)}`} aria-hidden="true" />
      {tagText(type)}
    </Tag>
  );
}
