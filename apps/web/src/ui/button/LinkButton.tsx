import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import css from './LinkButton.module.css';

function ButtonAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={css.button}>
      {children}
    </a>
  );
}

/** A link to another page, styled as a button. */
export const LinkButton = createLink(ButtonAnchor);
