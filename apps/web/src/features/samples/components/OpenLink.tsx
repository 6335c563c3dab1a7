import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import type { SamplesView } from '../model/samples-view.ts';

/** Opens a dialog through the URL; `about` names its subject to screen readers. */
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
