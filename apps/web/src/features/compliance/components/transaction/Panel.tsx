import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import css from './Panel.module.css';

/** Details beside the table, above it if there is no room, and full screen on phones. Escape closes the panel. */
export function Panel({
  about,
  announcement,
  title,
  place,
  onPrevious,
  onNext,
  onClose,
  full = false,
  extra,
  foot,
  children,
}: {
  /** Subject of the details: when it changes, the panel gets the focus again. */
  about: string;
  /** Announced to screen readers when it changes. */
  announcement: string | undefined;
  title: ReactNode;
  /** Position in its list. */
  place: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  /** Fills the window: nothing else is there. */
  full?: boolean;
  /** Beside the position. */
  extra?: ReactNode;
  foot: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  const phone = usePhone();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, [about]);

  function keyDown(event: KeyboardEvent<HTMLElement>) {
    // Dialogs and lists opened from here are outside its DOM, but their key events bubble up to it in React.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (inside && event.key === 'Escape' && !event.defaultPrevented) onClose();
  }

  const content = (
    <>
      <ScreenReaderText>
        <span role="status">{announcement}</span>
      </ScreenReaderText>
      <header className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <span className={css.place}>{place}</span>
        {extra}
        {onPrevious && (
          <IconButton label="Previous transaction" onClick={onPrevious}>
            <ArrowUp size={16} aria-hidden="true" />
          </IconButton>
        )}
        {onNext && (
          <IconButton label="Next transaction" onClick={onNext}>
            <ArrowDown size={16} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="Close" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={css.body}>{children}</div>
      {foot && <footer className={css.foot}>{foot}</footer>}
    </>
  );
  return phone || full ? (
    <ModalOverlay className="" isOpen onOpenChange={onClose}>
      <Modal className="">
        <Dialog
          ref={panel}
          aria-labelledby={titleId}
          className={full ? `${css.panel} ${css.full}` : (css.panel ?? '')}
        >
          {content}
        </Dialog>
      </Modal>
    </ModalOverlay>
  ) : (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={css.panel}
      onKeyDown={keyDown}
    >
      {content}
    </section>
  );
}
