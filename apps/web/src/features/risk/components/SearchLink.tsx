import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Link to the dashboard of an address. */
export function SearchLink({
  address,
  className,
  children,
}: {
  address: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Link to="/home/risk-dashboard" search={{ address }} className={className} title={address}>
      {children}
    </Link>
  );
}
