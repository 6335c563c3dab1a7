import { useSearch } from '@tanstack/react-router';
import { LoginPage } from '../../../features/auth/components/LoginPage.tsx';

export function LoginRoute() {
  const { from } = useSearch({ from: '/login' });
  return <LoginPage from={from} />;
}
