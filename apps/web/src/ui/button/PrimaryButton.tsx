import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './PrimaryButton.module.css';

/** The one primary action in view; submits the form it stands in. */
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

/** The same as a link to another page. */
export const PrimaryLink = createLink(PrimaryAnchor);
