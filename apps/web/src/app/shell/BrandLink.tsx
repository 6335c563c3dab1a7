import { Link } from '@tanstack/react-router';
import { SideText, brandLinkClass } from '../../ui/layout/AppFrame.tsx';
import { Mark } from '../../ui/feedback/Mark.tsx';

/** The mark as the way home; `named` with the name beside it. */
export function BrandLink({ named = false }: { named?: boolean }) {
  return (
    <Link to="/home/block-explorer" className={brandLinkClass} aria-label="Hopscope, home">
      <Mark />
      {named && <SideText>Hopscope</SideText>}
    </Link>
  );
}
