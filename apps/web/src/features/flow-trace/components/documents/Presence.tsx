import { limits } from '@hopscope/canvas';
import { MousePointer2 } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import type { CanvasStore } from '../../model/canvas-store.ts';
import type { Collaboration } from '../../model/collaboration.ts';
import { colorOf, peopleOf } from '../../model/document-presence.ts';
import type { RenderModel } from '../../model/render-model.ts';
import css from './Documents.module.css';

/** Cursors and selections of others. Decorative: `People` announces the names. */
export function Cursors({
  store,
  collaboration,
  renderModel,
}: {
  store: CanvasStore;
  collaboration: Collaboration;
  renderModel: RenderModel;
}) {
  const others = useStore(collaboration, (state) => state.others);
  const { x, y, zoom } = useStore(
    store,
    useShallow(({ tools }) => tools.view),
  );
  if (others.size === 0) return null;
  const places = new Map(renderModel.nodes.map((node) => [node.id, node]));
  return (
    <div className={css.cursors} aria-hidden="true">
      {[...others.values()].flatMap((other) => {
        const color = colorOf(other.userId);
        const rings = other.selected.flatMap((id) => {
          const node = places.get(id);
          const size = limits.nodeHitRadius * 2 * zoom + 14;
          return node ? (
            <i
              key={`${other.client} ${id}`}
              className={css.ring}
              style={{
                width: size,
                height: size,
                borderColor: color,
                transform: `translate(${x + node.x * zoom - size / 2}px, ${y + node.y * zoom - size / 2}px)`,
              }}
            />
          ) : (
            []
          );
        });
        if (other.x === null || other.y === null) return rings;
        return [
          ...rings,
          <span
            key={other.client}
            className={css.cursor}
            data-cursor-of={other.name}
            style={{ color, transform: `translate(${x + other.x * zoom}px, ${y + other.y * zoom}px)` }}
          >
            <MousePointer2 size={16} strokeWidth={1.8} fill="currentColor" />
            <b style={{ background: color }}>{other.name}</b>
          </span>,
        ];
      })}
    </div>
  );
}

const mostShown = 4;

/** Other people who have the document open. */
export function People({ collaboration }: { collaboration: Collaboration }) {
  const others = useStore(collaboration, (state) => state.others);
  const people = peopleOf(others);
  const words = people.length === 0 ? '' : `Also viewing: ${people.map(({ name }) => name).join(', ')}`;
  return (
    <span className={css.people} role="status" title={words}>
      <ScreenReaderText>{words}</ScreenReaderText>
      {people.slice(0, mostShown).map(({ userId, name }) => (
        <i key={userId} aria-hidden="true" style={{ background: colorOf(userId) }}>
          {name.match(/^./u)?.[0]?.toUpperCase()}
        </i>
      ))}
      {people.length > mostShown && <i aria-hidden="true">+{people.length - mostShown}</i>}
    </span>
  );
}
