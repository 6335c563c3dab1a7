import { Link } from '@tanstack/react-router';
import { SideText, brandLinkClass } from '../../ui/layout/AppFrame.tsx';
import { Mark } from '../../ui/feedback/Mark.tsx';

/** The logo, linked to the start page; `named` adds the name. */
export function BrandLink({ named = false }: { named?: boolean }) {
  return (
    <Link to="/home/block-explorer" className={brandLinkClass} aria-label="Hopscope, home">
      <Mark />
      {named && <SideText>Hopscope</SideText>}
    </Link>
  );
}
