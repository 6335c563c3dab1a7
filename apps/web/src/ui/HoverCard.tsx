import { Popover } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import css from './HoverCard.module.css';

/** Seconds before it appears and goes (specification section 2: entity quick view). */
const delayIn = 0.3;
const delayOut = 0.2;

/** On narrow windows it moves sideways until all of it can be seen. */
const inView = { overflow: { adjustX: true, adjustY: true, shiftX: true } };

/** Something about the element in it, shown while the pointer or the focus is there. */
export function HoverCard({
  content,
  onOpen,
  children,
}: {
  content: ReactNode;
  onOpen?: () => void;
  children: ReactElement;
}) {
  return (
    <Popover
      trigger={['hover', 'focus']}
      placement="bottomLeft"
      align={inView}
      mouseEnterDelay={delayIn}
      mouseLeaveDelay={delayOut}
      destroyOnHidden
      content={<div className={css.card}>{content}</div>}
      {...(onOpen && { onOpenChange: (open: boolean) => open && onOpen() })}
    >
      {children}
    </Popover>
  );
}

/** Something about the button in it, shown after a click. */
export function ClickCard({
  title,
  content,
  children,
}: {
  title: string;
  content: ReactNode;
  children: ReactElement;
}) {
  return (
    <Popover
      trigger={['click']}
      placement="bottomLeft"
      align={inView}
      destroyOnHidden
      title={title}
      content={<div className={css.card}>{content}</div>}
    >
      {children}
    </Popover>
  );
}
