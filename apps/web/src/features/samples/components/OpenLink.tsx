import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import type { SamplesView } from '../model/samples-view.ts';

/** Opens something over the page by the address bar; `about` says to screen readers what. */
export function OpenLink({
  change,
  about,
  children,
}: {
  change: SamplesView;
  about: string;
  children: string;
}) {
  return (
    <LinkButton
      to="."
      search={(previous) => ({ ...previous, ...change })}
      aria-label={`${children}: ${about}`}
      resetScroll={false}
    >
      {children}
    </LinkButton>
  );
}
