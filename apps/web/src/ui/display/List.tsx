import type { ReactNode } from 'react';
import css from './List.module.css';

/** Items in a card, each with its actions on the right. */
export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  );
}

export function ListItem({
  icon,
  title,
  text,
  actions,
  beside = false,
}: {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  /** Keeps small actions beside the text, even in a narrow list. */
  beside?: boolean;
}) {
  return (
    <li className={beside ? css.beside : undefined}>
      {icon && <span className={css.icon}>{icon}</span>}
      <div className={css.main}>
        <div className={css.title}>{title}</div>
        {text && <div className={css.text}>{text}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </li>
  );
}
