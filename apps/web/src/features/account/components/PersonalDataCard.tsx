import { useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { SettingLine } from '../../../ui/layout/SettingLine.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useDownloadPersonalData } from '../api/profile.ts';
import type { SecurityView } from '../model/security-view.ts';
import { ProvenDialog } from './ProvenDialog.tsx';

/** Card that downloads what is stored about the person. */
export function PersonalDataCard({ security }: { security: SecurityView }) {
  const [open, setOpen] = useState(false);
  const download = useDownloadPersonalData();
  return (
    <Card title="Your data" padded>
      <SettingLine
        label="Download your data"
        help="Profile, sign-in methods, sessions, memberships, emails, and your actions, as a JSON file."
      >
        <Button onClick={() => setOpen(true)}>Download your data</Button>
      </SettingLine>
      <ProvenDialog
        title="Download your data"
        open={open}
        confirmText="Download"
        security={security}
        failure="Your data could not be downloaded."
        run={(body) => download.mutateAsync({ body })}
        onClose={() => setOpen(false)}
      >
        <Text tone={2} size={13}>
          What you wrote for an organization, such as notes and reports, belongs to its records and is not
          part of the file.
        </Text>
      </ProvenDialog>
    </Card>
  );
}
