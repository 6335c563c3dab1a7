import { DeleteAccountCard } from './DeleteAccountCard.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { useSecurity } from '../api/security.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PersonalDataCard } from './PersonalDataCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TotpCard } from './TotpCard.tsx';

/** Settings of signing in. */
export function SecuritySection() {
  const query = useSecurity();
  const { data } = query;
  if (!data) {
    return (
      <LoadedCard
        title="Security Settings"
        query={query}
        failure="Failed to load security settings"
        skeleton={8}
      >
        {() => null}
      </LoadedCard>
    );
  }
  return (
    <>
      <PasswordCard hasPassword={data.password} identities={data.identities} />
      <TotpCard security={data} />
      <PasskeysCard security={data} />
      <SessionsCard />
      <PersonalDataCard security={data} />
      <DeleteAccountCard security={data} />
    </>
  );
}
