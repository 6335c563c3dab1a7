import { useSearch } from '@tanstack/react-router';
import { RegisterPage } from '../../features/auth/components/RegisterPage.tsx';

export function RegisterRoute() {
  const { from } = useSearch({ from: '/register' });
  return <RegisterPage from={from} />;
}
