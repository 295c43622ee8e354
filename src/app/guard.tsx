import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../api/session.ts';

interface GuardProps {
  /** Where one without access is sent (R52). */
  to?: string;
  /** Access, when it is more than being somebody. */
  allowed?: boolean;
  /** Shown with access; without children, the nested route is (R55). */
  children?: ReactNode;
}

/**
 * Pages for those who are known. Others are sent away in place of this entry of the history (R54), and where they wanted
 * to go is remembered for after the sign-in (R53).
 */
export function Guard({ to = '/login', allowed, children }: GuardProps) {
  const known = useSession(({ signedIn, user }) => signedIn || user !== undefined);
  const from = useLocation();
  if (!(allowed ?? known)) return <Navigate to={to} replace state={{ from }} />;
  return children ?? <Outlet />;
}
