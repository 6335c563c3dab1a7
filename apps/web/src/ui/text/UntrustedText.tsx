import css from './UntrustedText.module.css';

/** A short text chosen by a third party (the name of a token): isolated in text direction and size. */
export function UntrustedText({ children }: { children: string }) {
  return <bdi className={css.text}>{children}</bdi>;
}
