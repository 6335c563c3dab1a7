import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './PrimaryButton.module.css';

/** The single primary action of a view; submits its form. */
export function PrimaryButton({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <Button kind="primary" size="large" submit loading={loading} block>
      {children}
    </Button>
  );
}

function PrimaryAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={css.link}>
      {children}
    </a>
  );
}

/** A link to another page, styled as the primary action. */
export const PrimaryLink = createLink(PrimaryAnchor);
