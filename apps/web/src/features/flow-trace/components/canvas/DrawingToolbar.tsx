import { drawingPalette, type ToolName } from '@hopscope/canvas';
import {
  Circle,
  Hand,
  type LucideIcon,
  MousePointer2,
  Redo2,
  Slash,
  Square,
  Type,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import { Divider, ToolButton } from './ToolButton.tsx';
import css from '../Toolbar.module.css';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Tools in the order of the toolbar. */
const toolNames = ['select', 'hand', 'line', 'rectangle', 'circle', 'text'] as const satisfies ToolName[];

const tools: Readonly<Record<(typeof toolNames)[number], { label: string; keys: string; icon: LucideIcon }>> =
  {
    select: { label: 'Select', keys: 'V', icon: MousePointer2 },
    hand: { label: 'Hand', keys: 'H', icon: Hand },
    line: { label: 'Line', keys: 'L', icon: Slash },
    rectangle: { label: 'Rectangle', keys: 'R', icon: Square },
    circle: { label: 'Circle', keys: 'O', icon: Circle },
    text: { label: 'Text', keys: 'X', icon: Type },
  };

/** The toolbar below the canvas: tools, nine colors, undo and redo. */
export function DrawingToolbar({
  tool,
  color,
  undo,
  redo,
  onTool,
  onColor,
}: {
  tool: ToolName;
  color: string;
  /** null: nothing to undo. */
  undo: { title: string; act: () => void } | null;
  redo: { title: string; act: () => void } | null;
  onTool: (tool: ToolName) => void;
  onColor: (color: string) => void;
}) {
  return (
    <Toolbar className={css.bar ?? ''} aria-label="Drawing">
      {toolNames.map((name) => {
        const { label, keys, icon: Icon } = tools[name];
        return (
          <span key={name} className={css.row}>
            {name === 'line' && <Divider />}
            <ToolButton label={label} keys={keys} pressed={tool === name} onClick={() => onTool(name)}>
              <Icon {...icon} />
            </ToolButton>
          </span>
        );
      })}
      <Divider />
      <span className={css.row} role="group" aria-label="Drawing colors">
        {drawingPalette.map((each, i) => (
          <button
            key={each}
            type="button"
            className={css.swatch}
            aria-label={`Drawing color ${i + 1}`}
            aria-pressed={each === color}
            title={each}
            onClick={() => onColor(each)}
          >
            <i style={{ background: each }} aria-hidden="true" />
          </button>
        ))}
      </span>
      <span className={css.history}>
        <Divider />
        <ToolButton
          label={undo ? `Undo: ${undo.title}` : 'Undo'}
          keys="Control+Z"
          disabled={!undo}
          {...(undo && { onClick: undo.act })}
        >
          <Undo2 {...icon} />
        </ToolButton>
        <ToolButton
          label={redo ? `Redo: ${redo.title}` : 'Redo'}
          keys="Control+Shift+Z"
          disabled={!redo}
          {...(redo && { onClick: redo.act })}
        >
          <Redo2 {...icon} />
        </ToolButton>
      </span>
    </Toolbar>
  );
}
