import { Button } from 'antd';
import type { ReactNode } from 'react';

/** The one primary action in view; submits the form it stands in. */
export function PrimaryButton({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <Button type="primary" size="large" htmlType="submit" loading={loading} block style={{ fontWeight: 600 }}>
      {children}
    </Button>
  );
}
