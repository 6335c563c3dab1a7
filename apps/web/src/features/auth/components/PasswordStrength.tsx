import { passwordMinLength } from '@hopscope/contract';
import { type PasswordStrength as Strength, strengthOf } from '../model/password-strength.ts';
import css from './PasswordStrength.module.css';

const names: Readonly<Record<Strength, string>> = {
  short: 'Too short',
  weak: 'Weak',
  fair: 'Fair',
  strong: 'Strong',
};

/** Estimated strength of the password being typed; takes its room from the start. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = strengthOf(password, passwordMinLength);
  return (
    <div className={css.line} data-strength={strength ?? undefined}>
      <span className={css.track} aria-hidden="true">
        <span />
      </span>
      <span role="status" className={css.name}>
        {strength === null ? '' : `Password strength: ${names[strength].toLowerCase()}`}
      </span>
    </div>
  );
}
