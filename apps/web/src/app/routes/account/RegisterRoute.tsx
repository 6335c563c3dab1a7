import { useSearch } from '@tanstack/react-router';
import { RegisterPage } from '../../../features/auth/components/RegisterPage.tsx';

export function RegisterRoute() {
  const { from, setup, invitation } = useSearch({ from: '/register' });
  return <RegisterPage from={from} setupToken={setup} invitationToken={invitation} />;
}
