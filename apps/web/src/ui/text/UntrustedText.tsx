import css from './UntrustedText.module.css';

/** A short text that somebody outside chose (the name of a token): kept to itself in direction and room. */
export function UntrustedText({ children }: { children: string }) {
  return <bdi className={css.text}>{children}</bdi>;
}
