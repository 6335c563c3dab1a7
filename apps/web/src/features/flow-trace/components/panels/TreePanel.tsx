import { plural } from '@hopscope/domain';
import { type CanvasDocument, type NodeSummary, type Summary, summarize } from '@hopscope/canvas';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { WithHashes } from '../../../../shared/chain/WithHashes.tsx';
import css from './SidePanel.module.css';

/** Maximum number of rows in a column. */
const mostRows = 500;

/** Visible items of the tree, from top to bottom. */
function visibleItems(tree: HTMLElement): HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter(
    (item) => item.getClientRects().length > 0,
  );
}

function parentOf(item: HTMLElement): HTMLElement | null {
  return item.parentElement?.closest<HTMLElement>('[role="treeitem"]') ?? null;
}

function Item({
  level,
  id,
  expanded,
  selected = false,
  text,
  onOpen,
  children,
}: {
  level: number;
  id: string;
  /** Undefined: no children. */
  expanded?: boolean | undefined;
  selected?: boolean;
  text: string;
  onOpen: () => void;
  children?: ReactNode;
}) {
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={expanded}
      aria-selected={selected}
      tabIndex={-1}
      data-item={id}
    >
      {/* The tree handles keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <span role="presentation" onClick={onOpen}>
        <WithHashes>{text}</WithHashes>
      </span>
      {expanded && <ul role="group">{children}</ul>}
    </li>
  );
}

function NodeItem({
  summary,
  expanded,
  selected,
  onOpen,
}: {
  summary: NodeSummary;
  expanded: boolean;
  selected: boolean;
  onOpen: () => void;
}) {
  const { node, flows, notes } = summary;
  const children = flows.length + notes.length > 0;
  return (
    <Item
      level={2}
      id={node.id}
      expanded={children ? expanded : undefined}
      selected={selected}
      text={summary.words}
      onOpen={onOpen}
    >
      {flows.map(({ flow, direction, words }) => (
        <Item
          key={`${direction}${flow.id}`}
          level={3}
          id={`${node.id} ${flow.id}`}
          text={words}
          onOpen={() => {}}
        />
      ))}
      {notes.map((note, i) => (
        // Notes can repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <Item key={i} level={3} id={`${node.id} note ${i}`} text={`Note: ${note}`} onOpen={() => {}} />
      ))}
    </Item>
  );
}

/** Keyboard navigation of the WAI-ARIA tree view pattern. */
function useTreeKeys(
  open: ReadonlySet<string>,
  turn: (id: string, on: boolean) => void,
  choose: (id: string) => void,
) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const tree = event.currentTarget;
    const items = visibleItems(tree);
    const current = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
    const at = current ? items.indexOf(current) : -1;
    const id = current?.dataset.item ?? '';
    const branch = current?.hasAttribute('aria-expanded') ?? false;
    const go = (item: HTMLElement | null | undefined): void => item?.focus();
    if (event.key === 'ArrowDown') go(items[at + 1]);
    else if (event.key === 'ArrowUp') go(items[Math.max(0, at - 1)]);
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === 'ArrowRight' && branch) {
      if (open.has(id)) go(items[at + 1]);
      else turn(id, true);
    } else if (event.key === 'ArrowLeft') {
      if (branch && open.has(id)) turn(id, false);
      else if (current) go(parentOf(current));
    } else if (event.key === 'Enter' || event.key === ' ') choose(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function Columns({
  summary,
  open,
  selection,
  onTurn,
  onChoose,
}: {
  summary: Summary;
  open: ReadonlySet<string>;
  selection: ReadonlySet<string>;
  onTurn: (id: string, on: boolean) => void;
  onChoose: (id: string) => void;
}) {
  return summary.columns.map(({ column, title, nodes }) => {
    const id = `column ${String(column)}`;
    // Columns are open by default.
    const expanded = !open.has(id);
    return (
      <Item
        key={id}
        level={1}
        id={id}
        expanded={expanded}
        text={`${title}: ${nodes.length} ${plural(nodes.length, 'node')}`}
        onOpen={() => onTurn(id, !open.has(id))}
      >
        {nodes.slice(0, mostRows).map((each) => {
          const described = summary.describe(each);
          return (
            described && (
              <NodeItem
                key={each}
                summary={described}
                expanded={open.has(each)}
                selected={selection.has(each)}
                onOpen={() => {
                  onChoose(each);
                  onTurn(each, !open.has(each));
                }}
              />
            )
          );
        })}
      </Item>
    );
  });
}

/** Text version of the canvas as a tree, also for screen readers. */
export function TreePanel({
  document,
  selection,
  onChoose,
}: {
  document: CanvasDocument;
  selection: readonly string[];
  onChoose: (id: string) => void;
}) {
  const summary = useMemo(() => summarize(document), [document]);
  /** Ids of open nodes and closed columns. */
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLUListElement>(null);

  function turn(id: string, on: boolean) {
    const next = new Set(open);
    if (on) next.add(id);
    else next.delete(id);
    setOpen(next);
  }
  /** Inverts the state for columns. */
  const isOpen = { has: (id: string) => (id.startsWith('column ') ? !open.has(id) : open.has(id)) };
  const press = useTreeKeys(
    isOpen as ReadonlySet<string>,
    (id, on) => turn(id, id.startsWith('column ') ? !on : on),
    (id) => {
      if (id.startsWith('column ')) turn(id, !open.has(id));
      else if (summary.describe(id)) onChoose(id);
    },
  );

  return (
    <>
      <p className={css.quiet} role="status">
        {summary.words}
      </p>
      {summary.columns.length > 0 && (
        <ul
          ref={tree}
          role="tree"
          aria-label="Canvas contents"
          className={css.tree}
          tabIndex={0}
          onFocus={(event) => {
            if (event.target === event.currentTarget) visibleItems(event.currentTarget)[0]?.focus();
          }}
          onKeyDown={press}
        >
          <Columns
            summary={summary}
            open={open}
            selection={new Set(selection)}
            onTurn={turn}
            onChoose={onChoose}
          />
        </ul>
      )}
      {summary.drawings.length > 0 && (
        <ul className={css.list} aria-label="Drawings">
          {summary.drawings.map(({ id, words }) => (
            <li key={id}>{words}</li>
          ))}
        </ul>
      )}
      {summary.notes.length > 0 && (
        <ul className={css.list} aria-label="Canvas notes">
          {summary.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
