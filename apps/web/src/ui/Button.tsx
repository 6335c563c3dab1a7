import { Button as AntButton } from 'antd';
import type { ReactNode } from 'react';

export interface ButtonProps {
  /** One `primary` in view; `danger` for what cannot be undone; `quiet` has no border. */
  kind?: 'default' | 'primary' | 'danger' | 'quiet';
  size?: 'small' | 'middle' | 'large';
  icon?: ReactNode;
  loading?: boolean;
  disabled?: boolean;
  block?: boolean;
  /** Submits the form it stands in. */
  submit?: boolean;
  /** Name for screen readers where the text alone does not say what it acts on. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A button; while `loading` it cannot be pressed again. */
export function Button(props: ButtonProps) {
  const { kind = 'default', size = 'middle', icon, loading = false, disabled = false } = props;
  const { block = false, submit = false, label, onClick, children } = props;
  return (
    <AntButton
      type={kind === 'primary' ? 'primary' : kind === 'quiet' ? 'text' : 'default'}
      danger={kind === 'danger'}
      size={size}
      icon={icon}
      loading={loading}
      disabled={disabled}
      block={block}
      htmlType={submit ? 'submit' : 'button'}
      aria-label={label}
      {...(kind === 'primary' && { style: { fontWeight: 600 } })}
      {...(onClick && { onClick })}
    >
      {children}
    </AntButton>
  );
}
